import { hash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import type { RequestContext } from '../../../common/cache/context.ts';
import { badRequest, LineupError, upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { choice, closedObject, flag, integer } from '../../../common/schemas/fields.ts';
import { crops, isCrop } from '../../../engine/figure/camera/crops.ts';
import { formats } from '../../../engine/image/formats.ts';
import { colourSchema, visibleColour } from '../../../engine/options/picture-values.ts';
import { flatVersion, type FlatJob, type FlatOptions } from '../../../engine/options/jobs.ts';
import { splitFormat, stillTypes } from '../../../engine/options/picture-formats.ts';
import { stillFormatSchema } from '../../../engine/options/request-schemas.ts';
import { figureKinds } from '../../../upstreams/roblox/pictures.ts';
import { defineRoute, pictureResponse } from '../../http/define-route.ts';
import { found, pictureOf, readUser, userIdOf, userSegment, type RobloxDeps } from './responses.ts';

const params = Type.Object({
  user: userSegment,
  crop: Type.String({
    maxLength: 32,
    description: 'How much is shown: `full`, `bust` or `face`; a file extension sets the format.',
  }),
});

const query = closedObject({
  size: integer([30, 720], 'The longer side of the picture in pixels.', 420),
  format: Type.Optional(stillFormatSchema),
  circle: flag('Whether the picture is cut to a circle.', false),
  background: Type.Optional(colourSchema('Colour behind the figure; transparent when omitted.')),
  outline: Type.Optional(colourSchema('Colour of a line around the figure; none when omitted.')),
  outline_width: integer([1, 16], 'Width of the outline in pixels.', 2),
  fallback: choice(
    ['none', 'default'],
    '`default` draws a plain grey figure for a picture that is not available.',
    'none',
  ),
});

/** The picture of a Roblox user. */
export const robloxAvatarRoute = (deps: RobloxDeps) => {
  const { people, pictures: robloxPictures } = deps.roblox;
  return defineRoute({
    path: '/api/roblox/render/avatar/:user/:crop',
    extensions: 'own',
    id: 'renderRobloxAvatar',
    summary: 'The picture of a Roblox user',
    description: [
      'A picture by name that can be hot-linked. It waits while Roblox is still drawing it, never shows Roblox’s grey placeholder, and stays available for a day while Roblox is down.',
      '`size` is the longer side of the picture, including an outline; it is scaled from the next larger picture of Roblox.',
      'A picture that is blocked or in review is a 404.',
    ],
    errors: ['unknown-player', ...upstreamErrors, 'unknown-picture'],
    headers: { 'X-Fallback': 'With `fallback=default`: `0` if a grey figure was drawn.' },
    choices: {
      crop: ['', ...formats.map((format) => `.${format}`)].flatMap((extension) =>
        crops.map((crop) => `${crop}${extension}`),
      ),
    },
    examples: [
      {
        title: 'A face in a circle',
        path: { user: 'builderman', crop: 'face' },
        query: { size: 150, circle: true, background: 'ffd166' },
        isRunnable: false,
      },
      {
        title: 'The whole figure with an outline, as WebP',
        path: { user: '156', crop: 'full.webp' },
        query: { outline: 'fff', outline_width: 4 },
        isRunnable: false,
      },
    ],
    params,
    query,
    response: pictureResponse(
      'The picture, transparent behind the figure unless `background` is set.',
      stillTypes,
    ),
    handler: async (input, client) => {
      const { crop, options } = optionsOf(input.params.crop, input.query);
      const { format, sizePx } = options;
      const file = { name: input.params.user, type: crop, format };
      const user = readUser(input.params.user, 'path.user');
      try {
        const targetId = await userIdOf(people, user, client.context);
        const reference = { kind: figureKinds[crop], targetId, sizePx };
        const png = await robloxPictures.find(reference, client.context);
        const picture = found(png, 'unknown-picture', 'path.user');
        return { ...(await draw(deps, { ...options, picture }, client)), file };
      } catch (error) {
        const hasFallback = input.query.fallback === 'default' && error instanceof LineupError;
        if (!hasFallback || error.code === 'overloaded') throw error;
        const drawn = await draw(deps, { ...options, picture: crop }, client);
        // Temporary failures are not cached.
        const policy = error.status >= 500 ? 'never' : 'render';
        return { ...drawn, policy, fallbacks: [0], file };
      }
    },
  });
};

function optionsOf(segment: string, options: Static<typeof query>) {
  const { stem, format: pathFormat } = splitFormat(segment, formats);
  const crop = stem.toLowerCase();
  if (!isCrop(crop)) throw badRequest(`path.crop: must be one of ${crops.join(', ')}`);
  const { size = 420, circle = false, background, outline, outline_width = 2 } = options;
  const colour = visibleColour(outline);
  // An outline takes at most a quarter of the picture on each side.
  const widthPx = Math.min(outline_width, Math.floor(size / 4));
  const flat: FlatOptions = {
    sizePx: size,
    isCircle: circle,
    background: visibleColour(background),
    outline: colour === null ? null : { colour, widthPx },
    format: options.format ?? pathFormat ?? 'png',
  };
  return { crop, options: flat };
}

function draw(
  { drawing, pictures }: RobloxDeps,
  { picture, ...options }: FlatJob,
  request: RequestContext,
) {
  const { outline, ...rest } = options;
  const shown = typeof picture === 'string' ? picture : hash('sha256', picture, 'base64url');
  const rim = outline && [outline.widthPx, outline.colour];
  const load = async () => {
    const drawn = await drawing.draw('flat', { ...options, picture }, request.context.client);
    if (drawn !== null) return drawn;
    throw new LineupError('upstream-failed', 'Roblox sent a picture that is broken.');
  };
  const inputs = ['roblox-avatar', flatVersion, shown, rest, rim];
  return pictureOf({ inputs, policy: 'render', pictures, load }, request);
}

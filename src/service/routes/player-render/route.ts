import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { crops as cropNames } from '../../../engine/figure/camera/crops.ts';
import { renderTypeNames } from '../../../engine/figure/render-types.ts';
import {
  contentTypes,
  pictureFormats,
  stillTypes,
} from '../../../engine/options/picture-formats.ts';
import {
  avatarPath,
  avatarQuery,
  renderPath,
  renderQuery,
  sheetPath,
  uploadQuery,
  urlQuery,
  wholePath,
  type RenderPath,
  type RenderQuery,
} from '../../../engine/options/request-schemas.ts';
import { readAvatar, type Place } from '../../../engine/options/spec.ts';
import { definePage, defineRoute, pictureResponse } from '../../http/define-route.ts';
import type { LinkedRequest } from '../../http/request-host.ts';
import { named } from '../../pictures/respond.ts';
import { readRender, type Renderer } from './service.ts';
import { ofUpload, ofUrl } from './upload.ts';

/** Common to all routes that draw one figure. */
const shared = {
  headers: { 'X-Fallback': 'With `fallback`: `0` if a fallback skin was drawn.' },
  choices: {
    render_type: renderTypeNames,
    crop: ['', ...pictureFormats.map((format) => `.${format}`)].flatMap((extension) =>
      cropNames.map((crop) => `${crop}${extension}`),
    ),
  },
  response: pictureResponse(
    'The picture, transparent behind the figure unless `background` is set.',
    contentTypes,
  ),
} as const;

const playerPath = '/api/blockgame/render/:render_type/:player';
const playerErrors = ['unusable-skin', 'unknown-player', ...upstreamErrors] as const;

const avatarPlace: Place = (option) => (option === 'value' ? 'path.player' : `query.${option}`);

type PlayerInput = {
  readonly params: Partial<RenderPath> & { readonly player: string };
  readonly query: RenderQuery & { readonly service?: string };
};

/** Pictures of players, of skins at URLs, and of uploaded skins. */
export function renderRoutes(renderer: Renderer) {
  const drawPlayer = async ({ params, query }: PlayerInput, client: LinkedRequest) => {
    const { service, ...options } = query;
    const requested = readRender(params, options, 'path.player');
    const picture = await renderer.render(params.player, { ...requested, service }, client);
    return named(picture, params.player, typeOf(requested));
  };

  return [
    defineRoute({
      ...shared,
      path: `${playerPath}/:crop`,
      id: 'renderPlayer',
      summary: 'Draw one player',
      description: [
        'One player in one pose. `full` is the whole figure; `bust` and `face` frame less of it. Not every pose has every crop; an invalid pair returns 400 with the valid ones.',
        '`render_type` and `crop` in the query override the path, and a file extension on the last part of the path sets the format: `…/full.webp`. Without a crop the path draws the whole figure: `…/head/Notch`.',
        '`/Notch.png` is a short address of `…/default/Notch/full.png`, with the same options. With one that only compositions have (`scene`, `title`, `labels`, `yaw.0` …), or a value that only they take (`render_type=varied`), it is the composition of this one player.',
        'Players whose name turns them upside down in the game stand on their heads here too.',
        'Skins made for the Ears mod are drawn with the ears, tails, snouts, wings and all else that they describe, unless `ears=none`. The flat `front` and `back` show what is on the head, so that a flat face is no longer a square; `/api/blockgame/avatar/{player}` always is one.',
      ],
      errors: playerErrors,
      examples: [
        {
          title: 'A head, for an avatar',
          path: { render_type: 'head', player: 'sample-fox', crop: 'full' },
          query: { height: 192 },
          size: { widthPx: 187, heightPx: 192 },
        },
        {
          title: 'A whole figure with a shadow on the ground',
          path: { render_type: 'walking', player: 'sample-explorer', crop: 'full' },
          query: { shadow: true, height: 360 },
          size: { widthPx: 201, heightPx: 360 },
        },
        {
          title: 'The second layer raised, texel by texel',
          path: { render_type: 'default', player: 'sample-diver', crop: 'full' },
          query: { overlay: 'raised', shadow: true, height: 360 },
          size: { widthPx: 216, heightPx: 360 },
        },
        {
          title: 'With sword and shield',
          path: { render_type: 'default', player: 'sample-knight', crop: 'full' },
          query: { hold: 'sword', hold_left: 'shield', shadow: true, height: 320 },
          size: { widthPx: 230, heightPx: 320 },
        },
        {
          title: 'A bust on a coloured background',
          path: { render_type: 'crossed', player: 'sample-princess', crop: 'bust' },
          query: { background: 'ffd166', height: 240 },
          size: { widthPx: 168, heightPx: 240 },
        },
        {
          title: 'Seen from behind, as lossless WebP',
          path: { render_type: 'default', player: 'sample-astronaut', crop: 'full.webp' },
          query: { yaw: 160, shadow: true, height: 320 },
          size: { widthPx: 207, heightPx: 320 },
        },
        {
          title: 'A skin for the Ears mod, with wings, tail and snout',
          path: { render_type: 'default', player: 'sample-dragon', crop: 'full' },
          query: { shadow: true, height: 360 },
          size: { widthPx: 241, heightPx: 360 },
        },
        {
          title: 'Pixel art, texel by texel',
          path: { render_type: 'pixel', player: 'sample-panda', crop: 'full' },
          query: { height: 160 },
          size: { widthPx: 110, heightPx: 160 },
        },
      ],
      params: renderPath,
      query: renderQuery,
      extensions: 'own',
      handler: drawPlayer,
    }),
    definePage({
      path: playerPath,
      params: wholePath,
      query: renderQuery,
      response: shared.response,
      handler: drawPlayer,
    }),
    defineRoute({
      path: '/api/blockgame/avatar/:player',
      id: 'drawAvatar',
      summary: 'The face of a player',
      description: [
        'The flat face in a square, for lists and comments. `/avatar/{player}` is a short address of the same.',
      ],
      headers: shared.headers,
      errors: playerErrors,
      examples: [
        {
          title: 'A face',
          path: { player: 'sample-fox' },
          query: { size: 96 },
          size: { widthPx: 96, heightPx: 96 },
        },
      ],
      params: avatarPath,
      query: avatarQuery,
      response: pictureResponse('The face.', stillTypes),
      handler: async ({ params: { player }, query }, client) => {
        const { service, ...options } = query;
        const requested = { spec: readAvatar(options, avatarPlace), place: avatarPlace, service };
        return named(await renderer.render(player, requested, client), player, 'avatar');
      },
    }),
    defineRoute({
      ...shared,
      ...ofUrl('picture'),
      path: '/api/blockgame/render/:render_type/from-url/:crop',
      id: 'renderSkinFromUrl',
      summary: 'Draw a skin at a URL',
      examples: [
        {
          title: 'A skin from your own site',
          path: { render_type: 'walking', crop: 'full' },
          query: { skin: 'https://example.org/skin.png', model: 'slim', height: 300 },
          isRunnable: false,
        },
      ],
      params: sheetPath,
      query: urlQuery,
      extensions: 'own',
      handler: async ({ params, query: { skin, ...options } }, client) => {
        const requested = readRender(params, options, 'query.skin');
        return named(await renderer.renderUrl(skin, requested, client), 'skin', typeOf(requested));
      },
    }),
    defineRoute({
      ...shared,
      ...ofUpload('picture'),
      // The short form of a composition cannot be posted to.
      path: '/api/blockgame/render/:render_type(^(?!composition$).*$)/:crop',
      id: 'renderUploadedSkin',
      summary: 'Draw an uploaded skin',
      examples: [
        {
          title: 'Your own file, with a raised second layer',
          path: { render_type: 'default', crop: 'full' },
          query: { overlay: 'raised' },
          upload: 'skin.png',
          isRunnable: false,
        },
        {
          title: 'Your own skin and cape, from behind',
          path: { render_type: 'default', crop: 'full' },
          query: { yaw: 150 },
          upload: { skin: 'skin.png', cape: 'cape.png' },
          isRunnable: false,
        },
      ],
      params: sheetPath,
      query: uploadQuery,
      handler: async (request, client) => {
        const requested = readRender(request.params, request.query, 'body.skin');
        return named(
          await renderer.renderUpload(request, requested, client),
          'skin',
          typeOf(requested),
        );
      },
    }),
  ];
}

/** The name of a pose, under which its picture is saved. */
const typeOf = ({ spec }: ReturnType<typeof readRender>) => spec.figures[0]!.renderType;

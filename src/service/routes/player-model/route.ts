import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { readModel, type ModelValues } from '../../../engine/options/model-options.ts';
import { contentTypeOf } from '../../../engine/options/picture-formats.ts';
import {
  avatarPath,
  modelQuery,
  modelUploadQuery,
  modelUrlQuery,
} from '../../../engine/options/request-schemas.ts';
import type { Place } from '../../../engine/options/spec.ts';
import { defineRoute, pictureResponse } from '../../http/define-route.ts';
import { named } from '../../pictures/respond.ts';
import type { Renderer } from '../player-render/service.ts';
import { ofUpload, ofUrl } from '../player-render/upload.ts';

/** Common to all routes that make a model. */
const shared = {
  headers: { 'X-Fallback': 'With `fallback`: `0` if it is of a fallback skin.' },
  response: pictureResponse(
    'The model. It stands on the ground at the origin, in metres (a unit of the game’s models is 1/16), y up, and faces +z. There is one skinned mesh for each layer, and a node for each limb: `head`, `body`, `cape`, `arm_R`, `forearm_R`, `leg_L`, `shin_L` and so on, and for each thing that it holds: `sword_R`. Its material is unlit, its texture sampled without smoothing. Each motion is an animation of its name.',
    [contentTypeOf('glb')],
  ),
} as const;

const path = '/api/blockgame/model';

/** @param valuePath where the player or skin is named */
function readRequest(options: ModelValues, valuePath: string) {
  const place: Place = (option) => (option === 'value' ? valuePath : `query.${option}`);
  return { spec: readModel(options, place), place };
}

/** 3D models of players, of skins at URLs, and of uploaded skins. */
export function modelRoutes(renderer: Renderer) {
  return [
    defineRoute({
      ...shared,
      path: `${path}/:player`,
      id: 'modelPlayer',
      summary: 'A player as a 3D model',
      description: [
        'One player as binary glTF 2.0, for Blender, three.js, game engines, `<model-viewer>` and printers. `/Notch.glb` is a short address of the same.',
        'The options are those of a figure that have a meaning without a camera. `motion` takes up to eight names, or `all`; each is an animation of that name, besides the pose in which the model rests.',
        '`overlay=raised` makes a block of each texel of the second layer. It is for skins of up to 128 px.',
      ],
      errors: ['unusable-skin', 'unknown-player', ...upstreamErrors],
      examples: [
        {
          title: 'With the animations of walking and waving',
          path: { player: 'sample-fox' },
          query: { motion: 'walk,wave' },
        },
        {
          title: 'The second layer raised, for a printer',
          path: { player: 'sample-diver' },
          query: { overlay: 'raised' },
        },
        {
          title: 'With sword and shield',
          path: { player: 'sample-knight' },
          query: { hold: 'sword', hold_left: 'shield' },
        },
      ],
      params: avatarPath,
      query: modelQuery,
      handler: async ({ params: { player }, query: { service, ...options } }, client) => {
        const requested = { ...readRequest(options, 'path.player'), service };
        return named(await renderer.render(player, requested, client), player, 'model');
      },
    }),
    defineRoute({
      ...shared,
      ...ofUrl('model'),
      path: `${path}/from-url`,
      id: 'modelSkinFromUrl',
      summary: 'The 3D model of a skin at a URL',
      examples: [
        {
          title: 'A skin from your own site',
          query: { skin: 'https://example.org/skin.png', model: 'slim', motion: 'all' },
          isRunnable: false,
        },
      ],
      query: modelUrlQuery,
      handler: async ({ query: { skin, ...options } }, client) =>
        named(
          await renderer.renderUrl(skin, readRequest(options, 'query.skin'), client),
          'skin',
          'model',
        ),
    }),
    defineRoute({
      ...shared,
      ...ofUpload('model'),
      path,
      id: 'modelUploadedSkin',
      summary: 'The 3D model of an uploaded skin',
      examples: [
        {
          title: 'Your own file, with all animations',
          query: { motion: 'all' },
          upload: 'skin.png',
          isRunnable: false,
        },
        {
          title: 'Your own skin and cape',
          upload: { skin: 'skin.png', cape: 'cape.png' },
          isRunnable: false,
        },
      ],
      query: modelUploadQuery,
      handler: async (request, client) => {
        const requested = readRequest(request.query, 'body.skin');
        return named(await renderer.renderUpload(request, requested, client), 'skin', 'model');
      },
    }),
  ];
}

import { Type, type Static } from 'typebox';
import { defineRoute, jsonResponse } from '../../http/define-route.ts';
import { noQuery } from '../../../common/schemas/fields.ts';
import { arrangementNames } from '../../../engine/scenes/layout/arrangements.ts';
import { cropsOf, renderTypeNames } from '../../../engine/figure/render-types.ts';
import { motionNames, motions } from '../../../engine/figure/motions.ts';
import { sceneNames, sizes } from '../../../engine/scenes/layout/sizes.ts';
import { heldItemNames } from '../../../engine/figure/held-items/held-items.ts';

const renderTypes = Type.Object(
  {
    types: Type.Array(
      Type.Object({
        name: Type.String({ description: 'A `render_type`.' }),
        crops: Type.Array(Type.String(), { description: 'The crops that it has.' }),
      }),
    ),
    scenes: Type.Array(Type.String(), { description: 'Scenes of a composition.' }),
    arrangements: Type.Array(Type.String(), { description: 'How a group can stand.' }),
    things: Type.Array(Type.String(), { description: 'What hands can hold.' }),
    motions: Type.Array(
      Type.Object({
        name: Type.String({ description: 'A `motion`.' }),
        frames: Type.Integer({ description: 'Of its loop.' }),
        ms: Type.Integer({ description: 'Length of the loop.' }),
      }),
      { description: 'How players can move.' },
    ),
    sizes: Type.Record(
      Type.String(),
      Type.Object({ width: Type.Integer(), height: Type.Integer() }),
      { description: 'Named sizes, in pixels.' },
    ),
  },
  { description: 'Everything that there is to choose from.' },
);

const choices: Static<typeof renderTypes> = {
  types: renderTypeNames.map((name) => ({ name, crops: cropsOf(name) })),
  scenes: [...sceneNames],
  arrangements: [...arrangementNames, 'deck'],
  things: [...heldItemNames],
  motions: motionNames.map((name) => ({
    name,
    frames: motions[name].frames,
    ms: motions[name].frames * motions[name].delayMs,
  })),
  sizes: Object.fromEntries(
    Object.entries(sizes).map(([name, [width, height]]) => [name, { width, height }]),
  ),
};

/** What there is to choose from. */
export const renderTypesRoutes = () => [
  defineRoute({
    path: '/api/blockgame/render/types',
    id: 'listRenderTypes',
    summary: 'All poses, crops, motions, scenes, arrangements, things to hold and sizes',
    description: ['For clients that offer a choice: the same names that the options take.'],
    errors: [],
    examples: [{ title: 'All of them' }],
    query: noQuery,
    response: jsonResponse(renderTypes),
    handler: () => ({ value: choices, policy: 'render', cache: 'HIT' }),
  }),
];

import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { closed, fileResponse, noQuery } from '../../../common/schemas/fields.ts';
import { defineRoute, ownResponse } from '../../http/define-route.ts';
import type { Films, Progress } from '../../pictures/films.ts';

const contentType = 'text/event-stream';

const path = Type.Object(
  {
    id: Type.String({
      maxLength: 22,
      'x-allowed': '22 characters of base64url',
      pattern: '^[\\w-]{22}$',
      description:
        'What the request for the animation says in its header `X-Progress-Id`: 22 random characters of base64url.',
    }),
  },
  closed,
);

/** How far an animation is that is being drawn. */
export const progressRoutes = ({ progress }: Pick<Films, 'progress'>) => [
  defineRoute({
    path: '/api/blockgame/progress/:id',
    id: 'followProgress',
    summary: 'How far an animation is that is being drawn',
    description: [
      'An event stream: `{"done": 7, "of": 24}`, in frames, after each of them, until the animation is drawn. Send `X-Progress-Id` with the request for it, and ask here at the same time; the two may arrive in either order, within five seconds.',
      'A picture that was drawn before has nothing to tell: then, and where another instance of the service draws it, this is a 404 after those five seconds.',
    ],
    errors: ['unknown-picture-request'],
    examples: [
      { title: 'Of a request', path: { id: 'kq0-3YcWm1x_Tn5uRb8sZg' }, isRunnable: false },
    ],
    params: path,
    query: noQuery,
    response: ownResponse({ 200: fileResponse('Events until its end.', [contentType]) }),
    handler: async ({ params }, _client, reply) => {
      const found = await progress(params.id);
      if (found === null) throw new LineupError('unknown-picture-request');
      return (
        reply
          .type(contentType)
          .header('cache-control', 'no-store')
          // Otherwise nginx collects events before it passes them on.
          .header('x-accel-buffering', 'no')
          .send(Readable.from(eventsOf(found)))
      );
    },
  }),
];

async function* eventsOf(progress: AsyncIterable<Progress>): AsyncGenerator<string> {
  for await (const one of progress) yield `data: ${JSON.stringify(one)}\n\n`;
}

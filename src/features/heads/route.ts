import { contentTypes } from '../../options/render-names.ts';
import { contextOf } from '../../http/conditional.ts';
import { sendJson } from '../../http/documents.ts';
import type { HttpServer } from '../../http/server.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import { fileResponse } from '../../schemas/fields.ts';
import { headsDocs } from './docs.ts';
import { headsQuery, offsetsAnswer } from './schema.ts';
import { offsetsOf, type Heads } from './service.ts';

const picture = fileResponse('The faces, row by row.', Object.values(contentTypes));

/** `GET /api/blockgame/render/heads`, and `….json` for the places of the faces. */
export function addHeadsRoutes(app: HttpServer, heads: Heads): void {
  app.get(
    '/api/blockgame/render/heads',
    {
      schema: { querystring: headsQuery, response: { 200: picture } },
      config: { docs: headsDocs },
    },
    async (request, reply) => {
      const { format = 'png' } = request.query;
      const grid = await heads.picture(request.query, contextOf(request));
      return sendPicture(reply, grid, { name: 'lineup', type: 'heads', format });
    },
  );
  app.get(
    '/api/blockgame/render/heads.json',
    {
      schema: { querystring: headsQuery, response: { 200: offsetsAnswer } },
      config: { docs: 'none', endings: 'own' },
    },
    async (request, reply) => {
      const value = offsetsOf(request.query);
      return sendJson(request, reply, { value, policy: 'render', cache: 'HIT' });
    },
  );
}

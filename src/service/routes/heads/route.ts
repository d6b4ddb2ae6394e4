import { stillTypes } from '../../../engine/options/render-names.ts';
import { contextOf } from '../../http/conditional.ts';
import { sendJson } from '../../http/documents.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import { fileResponse } from '../../../common/schemas/fields.ts';
import { headsDocs } from './docs.ts';
import { headsQuery, offsetsAnswer } from './schema.ts';
import { offsetsOf, type Heads } from './service.ts';

const picture = fileResponse('The faces, row by row.', stillTypes);

/** `GET /api/blockgame/render/heads`, and `….json` for the positions of the faces. */
export function addHeadsRoutes(app: HttpServer, heads: Heads): void {
  app.get(
    '/api/blockgame/render/heads',
    described(headsDocs, { querystring: headsQuery, response: { 200: picture } }),
    async (request, reply) => {
      const { format = 'png' } = request.query;
      const grid = await heads.picture(request.query, contextOf(request));
      return sendPicture(reply, grid, { name: 'lineup', type: 'heads', format });
    },
  );
  app.get(
    '/api/blockgame/render/heads.json',
    described('none', { querystring: headsQuery, response: { 200: offsetsAnswer } }, 'own'),
    async (request, reply) => {
      const value = offsetsOf(request.query);
      return sendJson(request, reply, { value, policy: 'render', cache: 'HIT' });
    },
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import type { Pictured, ServedValue } from '../../http/responses.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { contextOf } from '../../http/conditional.ts';
import { type RequestContext } from '../../../common/cache/context.ts';
import { sendJson, sendText } from '../../http/documents.ts';
import { linkedRequestOf, type LinkedRequest } from '../../http/request-host.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { ListedLines, StatusResponse } from '../server-status/schema.ts';
import type { AccountProfile, CompatProfile, CompatStatus, ProfileFacts } from './picture.ts';

type Server = CompatStatus['server'];
type Widget = Omit<Extract<CompatStatus['form'], { kind: 'widget' }>, 'kind'>;

/** What is sent as data, and the pictures of game servers. All throw LineupError. */
export type DataParts = {
  /** @returns also the part of the status that matters, without times, and all lines of its sample */
  readonly status: (
    server: Server,
    request: RequestContext,
  ) => Promise<
    ServedValue<StatusResponse> & { readonly state: object; readonly listed: ListedLines }
  >;
  readonly icon: (server: Server, request: RequestContext) => Promise<Pictured>;
  readonly defaultIcon: (request: RequestContext) => Promise<Pictured>;
  readonly widget: (server: Server, widget: Widget, request: RequestContext) => Promise<Pictured>;
  /** `unknown-player` if there is no account. */
  readonly profile: (
    player: string,
    request: LinkedRequest,
  ) => Promise<ServedValue<AccountProfile>>;
  /** The sheets of an account in base64. */
  readonly sheets: (
    profile: AccountProfile,
    request: RequestContext,
  ) => Promise<ProfileFacts['sheets']>;
  /** Base of links; empty for that of the request. */
  readonly publicUrl: string;
  readonly nowMs: () => number;
};

/** A card may be cached as long as in the pages' own snippets: a restarted server is soon online again. */
const widgetSeconds = 60;

export async function sendStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  { server, form }: CompatStatus,
  parts: DataParts,
): Promise<FastifyReply> {
  const context = contextOf(request);
  if (form.kind === 'icon') {
    const icon = await parts.icon(server, context);
    return sendPicture(reply, icon, { name: server.host, type: 'icon' });
  }
  if (form.kind === 'widget') {
    const { kind: _kind, ...widget } = form;
    const card = await parts.widget(server, widget, context);
    const name = { name: server.host, type: 'widget' };
    return sendPicture(reply, { ...card, maxAgeSeconds: widgetSeconds }, name);
  }
  const { state, listed, ...found } = await parts.status(server, context);
  if (form.kind === 'json') {
    const value = form.write(found.value, { cache: found.cache, listed });
    const { indent } = form;
    return sendJson(request, reply, { ...found, value, state: { state, listed }, indent });
  }
  const { online } = found.value;
  if (online === true) return sendText(request, reply, { ...found, value: 'Online' });
  if (online === null) {
    throw new LineupError('upstream-failed', 'The name of the server could not be looked up.');
  }
  const headers = { 'cache-control': cachePolicies[found.policy], 'x-cache': found.cache };
  return sendBody(reply.headers(headers).code(404), { detail: 'The server is offline.' });
}

export async function sendProfile(
  request: FastifyRequest,
  reply: FastifyReply,
  { player, write, hasSheets, unknown, indent }: CompatProfile,
  parts: DataParts,
): Promise<FastifyReply> {
  const linked = linkedRequestOf(request, parts.publicUrl);
  try {
    const found = await parts.profile(player, linked);
    const sheets = hasSheets ? await parts.sheets(found.value, linked) : noSheets;
    const { baseUrl } = linked;
    const value = write(found.value, { baseUrl, sheets, cache: found.cache, nowMs: parts.nowMs() });
    if (typeof value === 'string') return sendText(request, reply, { ...found, value });
    // The base of links is another at each host: a validator without it would keep those of another one.
    const state = { profile: found.value, baseUrl };
    return sendJson(request, reply, { ...found, value, state, indent });
  } catch (error) {
    if (unknown === undefined || !isUnknown(error)) throw error;
    void reply.code(unknown.status).header('cache-control', cachePolicies.never);
    return sendBody(reply, unknown.body, indent);
  }
}

const noSheets = { skin: null, cape: null };

/** Also what no player can be called. */
function isUnknown(error: unknown): boolean {
  return error instanceof LineupError && /^(?:unknown-player|bad-request)$/.test(error.code);
}

function sendBody(reply: FastifyReply, body: object | string, indent?: number): FastifyReply {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
  const bytes = Buffer.from(isText ? body : JSON.stringify(body, null, indent));
  return reply.header('content-type', type).send(bytes);
}

import type { FastifyReply } from 'fastify';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { sendJson, sendText } from '../../http/documents.ts';
import type { LinkedRequest } from '../../http/request-host.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { PlayerResponse } from '../player-info/schema.ts';
import type { PlayerInfo } from '../player-info/service.ts';
import type { ServerStatuses } from '../server-status/service.ts';
import type { AccountProfile, CompatProfile, CompatStatus } from './define-service.ts';

export type DataDeps = {
  readonly statuses: Pick<ServerStatuses, 'describe' | 'icon' | 'widget'>;
  readonly info: Pick<PlayerInfo, 'describe' | 'skin' | 'cape'>;
  readonly clock: { readonly nowMs: () => number };
};

/** A card may be cached as long as in the pages' own snippets: a restarted server is soon online again. */
const widgetSeconds = 60;

export async function sendStatus(
  reply: FastifyReply,
  { server, form }: CompatStatus,
  client: LinkedRequest,
  { statuses }: DataDeps,
): Promise<FastifyReply> {
  if (form.kind === 'icon') {
    const icon = await statuses.icon(server, client);
    return sendPicture(reply, { ...icon, file: { name: server.host, type: form.kind } });
  }
  if (form.kind === 'widget') {
    const { kind: type, ...options } = form;
    const card = await statuses.widget(server, { scale: 1, ...options }, client);
    const file = { name: server.host, type };
    return sendPicture(reply, { ...card, maxAgeSeconds: widgetSeconds, file });
  }
  const { state, listed, ...found } = await statuses.describe(server, client);
  if (form.kind === 'json') {
    const value = form.write(found.value, { cache: found.cache, listed });
    const { indent } = form;
    return sendJson(reply.request, reply, { ...found, value, state: { state, listed }, indent });
  }
  const { online } = found.value;
  if (online === true) return sendText(reply.request, reply, { ...found, value: 'Online' });
  if (online === null) {
    throw new LineupError('upstream-failed', 'The name of the server could not be looked up.');
  }
  const headers = { 'cache-control': cachePolicies[found.policy], 'x-cache': found.cache };
  return sendBody(reply.headers(headers).code(404), { detail: 'The server is offline.' });
}

export async function sendProfile(
  reply: FastifyReply,
  { player, write, hasSheets, unknown, indent }: CompatProfile,
  client: LinkedRequest,
  deps: DataDeps,
): Promise<FastifyReply> {
  const { baseUrl } = client;
  try {
    const { value: described, ...found } = await deps.info.describe({ value: player }, client);
    const profile = accountOf(described);
    const sheets = hasSheets ? await loadSheets(profile, client, deps) : noSheets;
    const facts = { baseUrl, sheets, cache: found.cache, nowMs: deps.clock.nowMs() };
    const value = write(profile, facts);
    if (typeof value === 'string') return sendText(reply.request, reply, { ...found, value });
    // The base of links is another at each host: a validator without it would keep those of another one.
    const state = { profile, baseUrl };
    return sendJson(reply.request, reply, { ...found, value, state, indent });
  } catch (error) {
    if (unknown === undefined || !isUnknown(error)) throw error;
    void reply.code(unknown.status).header('cache-control', cachePolicies.never);
    return sendBody(reply, unknown.body, indent);
  }
}

function accountOf({ uuid, name, ...profile }: PlayerResponse): AccountProfile {
  if (uuid === null || name === null) throw new LineupError('unknown-player').at('path.player');
  return { uuid, name, ...profile };
}

const noSheets = { skin: null, cape: null };

async function loadSheets(
  { uuid, cape }: AccountProfile,
  { context }: LinkedRequest,
  { info }: DataDeps,
) {
  const whole = { context, isKnown: () => false };
  const [skinSheet, capeSheet] = await Promise.all([
    info.skin({ value: uuid }, 'original', whole),
    cape && info.cape({ value: uuid }, whole),
  ]);
  return { skin: base64(skinSheet.bytes), cape: base64(capeSheet?.bytes ?? null) };
}

function base64(bytes: Uint8Array | null): string | null {
  return bytes && Buffer.from(bytes).toString('base64');
}

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

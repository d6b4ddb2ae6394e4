import type { RequestContext } from '../../../common/cache/context.ts';
import { isTemporary, mayFallBack } from '../../../common/errors/lineup-error.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { defaultIconPng } from '../../../engine/cards/heads.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import {
  respondWith,
  named,
  type SentPicture,
  type Unnamed,
  sendPicture,
} from '../../pictures/respond.ts';
import type { PlayerInfo, PlayerResponse } from '../player-info/service.ts';
import { readRender, type Renderer } from '../player-render/service.ts';
import type {
  CompatFigure,
  CompatPicture,
  CompatResponse,
  AccountProfile,
  CompatProfile,
  CompatStatus,
} from './define-service.ts';
import type { FastifyReply } from 'fastify';
import { cachePolicies } from '../../http/cache-headers.ts';
import { sendJson, sendText } from '../../http/documents.ts';
import type { LinkedRequest } from '../../http/request-host.ts';
import type { ServerStatuses } from '../server-status/service.ts';

/** A card may be cached as long as in the pages' own snippets: a restarted server is soon online again. */
const widgetSeconds = 60;

export type CompatDeps = {
  readonly renderer: Pick<Renderer, 'render' | 'renderUrl'>;
  readonly info: PlayerInfo;
  readonly players: Pick<Players, 'parseReference'>;
  readonly statuses: Pick<ServerStatuses, 'describe' | 'icon' | 'widget'>;
  readonly clock: { readonly nowMs: () => number };
};

/** Sends what another service sent, in its form and size. */
export async function sendCompat(
  reply: FastifyReply,
  found: CompatResponse,
  client: LinkedRequest,
  deps: CompatDeps,
): Promise<FastifyReply> {
  if (found.kind === 'profile') return sendProfile(reply, found, client, deps);
  if (found.kind === 'status') return sendStatus(reply, found, client, deps);
  if (found.kind !== 'default-icon') {
    return sendPicture(reply, await findPicture(found, client, deps));
  }
  const icon = { inputs: ['server-icon'], policy: 'render', load: () => defaultIconPng } as const;
  return sendPicture(reply, named(await respondWith(icon, client), 'server', 'icon'));
}

async function findPicture(
  found: CompatPicture,
  client: RequestContext,
  { renderer, info, players }: CompatDeps,
): Promise<SentPicture> {
  const { player, kind, takesAnyText } = found;
  /** `null` for a text that no player can have, if any text is taken. */
  const possible = (name: string) =>
    takesAnyText && name.length <= longestName && players.parseReference(name) === null
      ? null
      : name;
  if (kind === 'cape') return named(await info.cape({ value: player }, client), player, kind);
  if (kind === 'skin') {
    const { attempts, form, isDownload } = found;
    const skin = await firstKnown(attempts, client, async (one, attempt) => {
      if (one === null) return info.defaultSkin(form, attempt);
      const value = possible(one);
      if (value === null) throw new LineupError('unknown-player');
      return info.skin({ value }, form, attempt);
    });
    return { ...skin, file: { name: player, type: kind, isDownload } };
  }
  const picture = await firstKnown(found.attempts, client, (figure, attempt) =>
    figure.skinUrl === undefined
      ? renderer.render(possible(figure.player), requestOf(figure, 'path.player'), attempt)
      : renderer.renderUrl(figure.skinUrl, requestOf(figure, 'query.skinUrl'), attempt),
  );
  const { looks, options } = found.attempts[0];
  return named({ ...picture, format: options.format }, player, looks[0]);
}

/** Longest text that counts as the name of somebody whom nobody knows. */
const longestName = 64;

/** The equivalent request to our own endpoint, in the size of the other service. */
function requestOf({ looks: [type, crop], box, options }: CompatFigure, valuePath: string) {
  const { spec, place } = readRender({ render_type: type, crop }, options, valuePath);
  return { place, spec: { ...spec, box } };
}

/** Loads the first whose player is known; a temporary fallback is not cached. */
async function firstKnown<Attempt>(
  [attempt, ...others]: readonly [Attempt, ...Attempt[]],
  client: RequestContext,
  load: (attempt: Attempt, client: RequestContext) => Promise<Unnamed>,
): Promise<Unnamed> {
  const [next, ...rest] = others;
  try {
    // In a context of its own: what one attempt loads says nothing about the next.
    return await load(attempt, { ...client, context: { ...client.context } });
  } catch (error) {
    if (next === undefined || !(error instanceof LineupError) || !mayFallBack(error)) throw error;
    const known = await firstKnown([next, ...rest], client, load);
    return { ...known, fallbacks: [0], policy: isTemporary(error) ? 'never' : known.policy };
  }
}

async function sendStatus(
  reply: FastifyReply,
  { server, form }: CompatStatus,
  client: LinkedRequest,
  { statuses }: CompatDeps,
): Promise<FastifyReply> {
  if (form.kind === 'icon') {
    return sendPicture(reply, named(await statuses.icon(server, client), server.host, form.kind));
  }
  if (form.kind === 'widget') {
    const { kind: type, ...options } = form;
    const card = await statuses.widget(server, { scale: 1, ...options }, client);
    return sendPicture(reply, named({ ...card, maxAgeSeconds: widgetSeconds }, server.host, type));
  }
  const { state, listed, ...found } = await statuses.describe(server, client);
  if (form.kind === 'json') {
    const value = form.write(found.value, { cache: found.cache, listed });
    const { indent } = form;
    return sendJson(reply, { ...found, value, state: { state, listed }, indent });
  }
  const { online } = found.value;
  if (online === true) return sendText(reply, { ...found, value: 'Online' });
  if (online === null) {
    throw new LineupError('upstream-failed', 'The name of the server could not be looked up.');
  }
  const headers = { 'cache-control': cachePolicies[found.policy], 'x-cache': found.cache };
  return sendBody(reply.headers(headers).code(404), { detail: 'The server is offline.' });
}

async function sendProfile(
  reply: FastifyReply,
  { player, write, hasSheets, unknown, indent }: CompatProfile,
  client: LinkedRequest,
  deps: CompatDeps,
): Promise<FastifyReply> {
  const { baseUrl } = client;
  try {
    const { value: described, ...found } = await deps.info.describe({ value: player }, client);
    const profile = accountOf(described);
    const sheets = hasSheets ? await loadSheets(profile, client, deps) : noSheets;
    const facts = { baseUrl, sheets, cache: found.cache, nowMs: deps.clock.nowMs() };
    const value = write(profile, facts);
    if (typeof value === 'string') return sendText(reply, { ...found, value });
    // The base of links is another at each host: a validator without it would keep those of another one.
    const state = { profile, baseUrl };
    return sendJson(reply, { ...found, value, state, indent });
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
  { info }: CompatDeps,
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

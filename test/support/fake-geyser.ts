import { createServer, type IncomingMessage } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

type BedrockPlayer = {
  readonly xuid: string;
  readonly gamertag: string;
  /** `null` for one whose skin was never uploaded. */
  readonly skin: { readonly textureId: string; readonly isSteve: boolean } | null;
};

/** `status`: for everything, as when Xbox Live has rate-limited it, or for paths with this in them. */
type GeyserBehaviour =
  | { readonly kind: 'normal' }
  | { readonly kind: 'status'; readonly status: number; readonly of?: string }
  /** Knows nobody, and says so with an empty list. */
  | { readonly kind: 'empty list' }
  | { readonly kind: 'garbage' };

/** GeyserMC's API on loopback, in its own wire formats: a missing value is `{}`. */
export async function startFakeGeyser() {
  const players: BedrockPlayer[] = [];
  const calls: string[] = [];
  let behaviour: GeyserBehaviour = { kind: 'normal' };

  async function answerTo(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const path = decodeURIComponent(request.url ?? '');
    calls.push(`${request.method} ${path}`);
    const [, subject = ''] = /^\/v2\/(?:xbox\/xuid|xbox\/gamertag|skin)\/(.+)$/.exec(path) ?? [];
    const ofXuid = players.find(({ xuid }) => xuid === subject);
    if (path === '/v2/xbox/batch/gamertag') {
      const asked = JSON.stringify(await readJson(request));
      const known = players.filter(({ xuid }) => asked.includes(`"${xuid}"`));
      return [200, { data: Object.fromEntries(known.map((one) => [one.xuid, one.gamertag])) }];
    }
    if (path.startsWith('/v2/xbox/xuid/')) {
      if (subject.length > 16) return [400, { message: 'gamertag is longer than 16 chars' }];
      const found = players.find((one) => one.gamertag.toLowerCase() === subject.toLowerCase());
      return [200, found === undefined ? {} : { xuid: Number(found.xuid) }];
    }
    if (!/^\d+$/.test(subject)) return [400, { message: 'xuid should be an int' }];
    if (path.startsWith('/v2/xbox/gamertag/')) {
      return [200, ofXuid === undefined ? {} : { gamertag: ofXuid.gamertag }];
    }
    return [200, ofXuid?.skin ? skinOf(ofXuid.skin) : {}];
  }

  const server = createServer((request, response) => {
    void answerTo(request).then(([status, body]) => {
      if (behaviour.kind === 'status' && request.url?.includes(behaviour.of ?? '')) {
        return response.writeHead(behaviour.status).end('{}');
      }
      if (behaviour.kind === 'empty list') return response.end('[]');
      if (behaviour.kind === 'garbage') return response.end('<html>');
      return response.writeHead(status).end(JSON.stringify(body));
    });
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    url: origin,
    addPlayer: (player: BedrockPlayer) => void players.push(player),
    behave: (next: GeyserBehaviour) => void (behaviour = next),
    calls,
    forgetCalls: () => void calls.splice(0),
    close,
  };
}

function skinOf({ textureId, isSteve }: NonNullable<BedrockPlayer['skin']>) {
  return {
    hash: 'a'.repeat(64),
    texture_id: textureId,
    is_steve: isSteve,
    value: 'e30=',
    signature: 'none',
    last_update: 1_700_000_000,
  };
}

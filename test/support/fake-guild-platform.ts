import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** What the platform does instead of responding normally. */
type Behaviour =
  | { readonly kind: 'normal' | 'hang' | 'reset' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    };

export type FakeGuildPlatform = {
  /** Base of its API. */
  readonly url: string;
  /** Base of its picture host. */
  readonly picturesUrl: string;
  /** Method, path and query of each call to the API, as they were on the wire. */
  readonly calls: string[];
  readonly userAgents: string[];
  /** The same for pictures. */
  readonly pictureCalls: string[];
  /** Responds about the code with this, merged into a complete invite. */
  readonly addInvite: (code: string, changes?: Readonly<Record<string, unknown>>) => void;
  readonly addWidget: (id: string, changes?: Readonly<Record<string, unknown>>) => void;
  readonly disableWidget: (id: string) => void;
  /** By path, without the query; a status instead of bytes is a failure. */
  readonly addPicture: (path: string, picture: Uint8Array | number) => void;
  /** Makes every other code a valid invite too. */
  readonly inventInvites: () => void;
  readonly behave: (behaviour: Behaviour) => void;
  /** Resets everything that was added, requested and set. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
};

export const guildId = '308323056592486420';

/** An invite in the platform's own wire format, including people. */
function inviteOf(code: string) {
  const inviter = { id: '53905483156684800', username: 'somebody', avatar: 'f00' };
  return {
    type: 0,
    code,
    expires_at: null,
    inviter,
    guild: {
      id: guildId,
      name: 'Lantern Harbour',
      splash: null,
      banner: null,
      description: 'Boats, lamps and a quiet night.',
      icon: null,
      features: ['COMMUNITY', 'VERIFIED'],
      verification_level: 1,
      vanity_url_code: null,
      premium_subscription_count: 3,
      premium_tier: 1,
      nsfw_level: 0,
    },
    channel: { id: '308323056592486421', name: 'rules', type: 0 },
    approximate_member_count: 2100,
    approximate_presence_count: 300,
  };
}

function widgetOf(id: string) {
  return {
    id,
    name: 'Lantern Harbour',
    instant_invite: 'https://discord.gg/harbour',
    channels: [{ id: '1', name: 'General', position: 0 }],
    members: [{ id: '0', username: 'somebody', status: 'online', avatar_url: 'https://x/y' }],
    presence_count: 42,
  };
}

/** The look-ups of a chat platform on loopback: invites, widgets, pictures. */
export async function startFakeGuildPlatform(): Promise<FakeGuildPlatform> {
  const answers = new Map<string, { readonly status: number; readonly body: unknown }>();
  const pictures = new Map<string, Uint8Array | number>();
  const [calls, pictureCalls, userAgents]: [string[], string[], string[]] = [[], [], []];
  let behaviour: Behaviour = { kind: 'normal' };
  let isInventing = false;

  function answer(response: ServerResponse, path: string): void {
    const [, code] = /^\/api\/v10\/invites\/([\w-]+)$/.exec(path) ?? [];
    const known = answers.get(path);
    if (known) return json(response, known.status, known.body);
    if (code !== undefined && isInventing) return json(response, 200, inviteOf(code));
    const isInvite = code !== undefined;
    json(response, 404, {
      message: isInvite ? 'Unknown Invite' : 'Unknown Guild',
      code: isInvite ? 10_006 : 10_004,
    });
  }

  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const path = url.split('?', 1).join('');
    const picture = pictures.get(path) ?? 404;
    if (path.startsWith('/cdn/')) {
      pictureCalls.push(`${method} ${url}`);
      const isFile = typeof picture === 'object';
      response.writeHead(isFile ? 200 : picture, { 'content-type': 'image/png' });
      return void response.end(isFile ? picture : undefined);
    }
    calls.push(`${method} ${url}`);
    userAgents.push(headers['user-agent'] ?? '');
    if (behaviour.kind === 'hang') return undefined;
    if (behaviour.kind === 'reset') return void request.socket.resetAndDestroy();
    if (behaviour.kind !== 'answer') return answer(response, path);
    response.writeHead(behaviour.status, behaviour.headers);
    return void response.end(behaviour.body);
  });
  const { origin, close } = await listenOnLoopback(server);
  const widgetPath = (id: string) => `/api/v10/guilds/${id}/widget.json`;
  return {
    url: `${origin}/api/v10`,
    picturesUrl: `${origin}/cdn`,
    calls,
    userAgents,
    pictureCalls,
    addInvite: (code, changes = {}) => {
      const whole = inviteOf(code);
      const guild = { ...whole.guild, ...(isObject(changes.guild) && changes.guild) };
      const body = { ...whole, ...changes, ...(changes.guild !== null && { guild }) };
      answers.set(`/api/v10/invites/${code}`, { status: 200, body });
    },
    addWidget: (id, changes = {}) =>
      void answers.set(widgetPath(id), { status: 200, body: { ...widgetOf(id), ...changes } }),
    disableWidget: (id) =>
      void answers.set(widgetPath(id), {
        status: 403,
        body: { message: 'Widget Disabled', code: 50_004 },
      }),
    addPicture: (path, picture) => void pictures.set(`/cdn${path}`, picture),
    inventInvites: () => {
      isInventing = true;
    },
    behave: (next) => {
      behaviour = next;
    },
    forget: () => {
      for (const list of [calls, pictureCalls, userAgents]) list.splice(0);
      answers.clear();
      pictures.clear();
      behaviour = { kind: 'normal' };
      isInventing = false;
    },
    close,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', server: 'cloudflare' });
  response.end(JSON.stringify(value));
}

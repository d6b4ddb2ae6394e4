import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** One request that reached the platform, complete or not. */
type FakeChatCall = {
  readonly method: string;
  /** Path and query, as they were on the wire. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** When it arrived. */
  readonly atMs: number;
  /** The status of the response; null until it is sent. */
  status: number | null;
  /** Bytes of the body; grows while it arrives. */
  bytes: number;
  /** Whether the body was complete. */
  isComplete: boolean;
  /** The JSON of the body, or of `payload_json`. */
  message: Record<string, unknown> | null;
  files: FakeFile[];
};

type FakeFile = {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
};

/** What the platform does instead of responding normally. */
type FakeChatBehaviour =
  | { readonly kind: 'normal' | 'hang' | 'reset' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Sends so little for so long that no deadline should wait for the end. */
  | { readonly kind: 'drip' };

export type FakeChatPlatform = {
  /** Base of its API, with a path prefix as the real one has. */
  readonly url: string;
  readonly calls: FakeChatCall[];
  readonly messages: Map<string, Record<string, unknown>>;
  readonly addWebhook: (id: string, token: string) => void;
  readonly removeWebhook: (id: string) => void;
  readonly behave: (behaviour: FakeChatBehaviour) => void;
  /** Fixed windows by webhook and method, sent in headers and enforced with 429. */
  readonly limitTo: (limit: number, windowMs: number) => void;
  /** Ends hanging requests. */
  readonly hangUp: () => void;
  /** Settles once there were that many calls. */
  readonly called: (atLeast: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

type World = {
  readonly webhooks: Map<string, string>;
  readonly messages: Map<string, Record<string, unknown>>;
  nextId: bigint;
};

type Reply = {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const prefix = '/api/v10';

/** A chat platform on loopback, as far as webhooks go, in its own wire format. */
export async function startFakeChatPlatform(
  nowMs: () => number = () => performance.now(),
): Promise<FakeChatPlatform> {
  const world: World = { webhooks: new Map(), messages: new Map(), nextId: 10n ** 17n };
  const calls: FakeChatCall[] = [];
  const windows = createWindows(nowMs);
  const waiting = new Set<() => void>();
  let behaviour: FakeChatBehaviour = { kind: 'normal' };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const nothing = { status: null, bytes: 0, isComplete: false, message: null, files: [] };
    const call: FakeChatCall = { method, url, headers, atMs: nowMs(), ...nothing };
    calls.push(call);
    const now = behaviour;
    for (const look of waiting) look();
    if (now.kind === 'reset') return void request.socket.resetAndDestroy();
    const body = await readBody(request, call);
    if (now.kind === 'hang') return;
    if (now.kind === 'answer') return reply(response, now);
    if (now.kind === 'drip') return drip(response);
    await readMessage(call, body);
    const window = windows.take(
      `${method} ${url.split('?', 1).join('').split('/messages', 1).join('')}`,
    );
    const answered = window.refusal ?? answer(world, call);
    call.status = answered.status;
    reply(response, answered, window.headers);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    url: `${origin}${prefix}`,
    calls,
    messages: world.messages,
    addWebhook: (id, token) => void world.webhooks.set(id, token),
    removeWebhook: (id) => void world.webhooks.delete(id),
    behave: (next) => {
      behaviour = next;
    },
    limitTo: windows.limitTo,
    hangUp: () => server.closeAllConnections(),
    called: (atLeast) =>
      new Promise((resolve) => {
        const look = () => {
          if (calls.length < atLeast) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close,
  };
}

async function readBody(request: IncomingMessage, call: FakeChatCall): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
    call.bytes += chunk.length;
  }
  call.isComplete = request.complete;
  return Buffer.concat(chunks);
}

async function readMessage(call: FakeChatCall, body: Buffer): Promise<void> {
  const type = call.headers['content-type'] ?? '';
  if (type.startsWith('application/json')) call.message = JSON.parse(body.toString());
  if (!type.startsWith('multipart/form-data')) return;
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  for (const [field, value] of form) {
    if (typeof value === 'string') {
      call.message = field === 'payload_json' ? JSON.parse(value) : { [field]: value };
    } else {
      call.files.push({ field, name: value.name, type: value.type, bytes: value.size });
    }
  }
}

const routes =
  /^\/api\/v10\/webhooks\/(\d+)\/([\w-]+)(?:\/(slack|github)|\/messages\/(\d+|@original|%40original))?$/;

function answer(world: World, call: FakeChatCall): Reply {
  const [path = '', search = ''] = call.url.split('?');
  const [, id, token, form, messageId] = routes.exec(path) ?? [];
  if (id === undefined) return error(404, 0, '404: Not Found');
  const known = world.webhooks.get(id);
  if (known === undefined) return error(404, 10_015, 'Unknown Webhook');
  if (known !== token) return error(401, 50_027, 'Invalid Webhook Token');
  if (messageId !== undefined) return answerMessage(world, call, messageId);
  if (call.method !== 'POST') return error(405, 0, '405: Method Not Allowed');
  if (form === 'slack')
    return { status: 200, body: 'ok', headers: { 'content-type': 'text/html' } };
  if (form === 'github') return { status: 204 };
  if (isEmpty(call)) return error(400, 50_006, 'Cannot send an empty message');
  const message = { ...stored(world, call), webhook_id: id, channel_id: '1' };
  world.messages.set(message.id, message);
  const isWaited = new URLSearchParams(search).get('wait') === 'true';
  return isWaited ? json(200, message) : { status: 204 };
}

function answerMessage(world: World, call: FakeChatCall, messageId: string): Reply {
  const message = world.messages.get(messageId);
  if (message === undefined) return error(404, 10_008, 'Unknown Message');
  if (call.method === 'DELETE') {
    world.messages.delete(messageId);
    return { status: 204 };
  }
  if (call.method === 'PATCH') Object.assign(message, call.message);
  return json(200, message);
}

function stored(world: World, { message, files, url }: FakeChatCall) {
  world.nextId += 1n;
  const threadId = new URLSearchParams(url.split('?')[1] ?? '').get('thread_id');
  return {
    ...message,
    id: String(world.nextId),
    attachments: files.map(({ name, bytes }, id) => ({
      id: String(id),
      filename: name,
      size: bytes,
    })),
    ...(threadId !== null && { thread: threadId }),
  };
}

function isEmpty({ message, files }: FakeChatCall): boolean {
  const { content, embeds, components, poll } = message ?? {};
  return [content, embeds, components, poll].every((part) => !part) && files.length === 0;
}

function json(status: number, value: unknown): Reply {
  const headers = { 'content-type': 'application/json', 'set-cookie': '__cfruid=secret' };
  return { status, body: JSON.stringify(value), headers };
}

function error(status: number, code: number, message: string): Reply {
  return json(status, { message, code });
}

function reply(
  response: ServerResponse,
  { status, body = '', headers = {} }: Reply,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { server: 'cloudflare', via: '1.1 edge', ...more, ...headers });
  response.end(body);
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

function createWindows(nowMs: () => number) {
  const windows = new Map<string, { used: number; resetAtMs: number }>();
  let rule: { limit: number; windowMs: number } | null = null;
  return {
    limitTo: (limit: number, windowMs: number) => {
      rule = { limit, windowMs };
    },
    take: (key: string): { headers: Record<string, string>; refusal: Reply | null } => {
      if (rule === null) return { headers: {}, refusal: null };
      const now = nowMs();
      const before = windows.get(key);
      const isRunning = before !== undefined && now < before.resetAtMs;
      const window = isRunning ? before : { used: 0, resetAtMs: now + rule.windowMs };
      windows.set(key, window);
      window.used += 1;
      const resetAfter = (window.resetAtMs - now) / 1000;
      const headers = {
        'x-ratelimit-limit': String(rule.limit),
        'x-ratelimit-remaining': String(Math.max(0, rule.limit - window.used)),
        'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000 + resetAfter)),
        'x-ratelimit-reset-after': resetAfter.toFixed(3),
        'x-ratelimit-bucket': key.startsWith('POST') ? 'b-post' : 'b-other',
      };
      if (window.used <= rule.limit) return { headers, refusal: null };
      const body = {
        message: 'You are being rate limited.',
        retry_after: resetAfter,
        global: false,
      };
      return {
        headers: { ...headers, 'retry-after': String(Math.ceil(resetAfter)) },
        refusal: json(429, body),
      };
    },
  };
}

import type { OpenArea } from '../../world/world.test.ts';
import { startFakeChatPlatform } from '../fake-chat-platform.ts';
import { openApp } from '../open-app.ts';

const id = '123456789012345678';
const token = 'tok_en-1';
const messageId = '123456789012345679';

type Asked = {
  readonly method?: 'POST' | 'PATCH' | 'DELETE' | 'GET';
  /** Below the address of the webhook; with `path` that of another route. */
  readonly tail?: string;
  readonly path?: string;
  /** That of the webhook, unless it has another one or is gone. */
  readonly token?: string;
  readonly isGone?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, if it is not in a file: its text, of which each character is a byte with `asBytes`. */
  readonly text?: string;
  readonly asBytes?: boolean;
  /** Or a push of so many commits, each with so many files; in a form or not. */
  readonly push?: { readonly commits: number; readonly files: number };
  readonly isForm?: boolean;
  /** How often it is asked; the last answer counts. */
  readonly times?: number;
};

/** What is posted to a webhook, by the address that Discord's own clients use: what Discord gets, what they get. */
export const open: OpenArea = async ({ closeLater }) => {
  const platform = await startFakeChatPlatform();
  closeLater(platform);
  const env = { DISCORD_API_URL: platform.url, WEBHOOK_PROXY_RATE_LIMIT_MAX: '10000' };
  const app = await openApp(env);
  closeLater(app);
  let gone = 0;
  return async (input, file) => {
    const asked: Asked = Object(input);
    // Each missing webhook is another one: it is remembered.
    const own = asked.isGone === true ? String(BigInt(id) + BigInt((gone += 1))) : id;
    if (asked.isGone === true && asked.token !== undefined) platform.addWebhook(own, token);
    platform.addWebhook(id, token);
    platform.messages.set(messageId, { id: messageId });
    platform.calls.length = 0;
    const body = file ?? bodyOf(asked);
    const webhook = `/api/webhooks/${own}/${asked.token ?? token}`;
    const ask = () =>
      app.inject({
        method: asked.method ?? 'POST',
        url: asked.path ?? webhook + (asked.tail ?? '').replace('{message}', messageId),
        headers: { ...typeOf(body), ...asked.headers },
        ...(body.length > 0 && { payload: body }),
      });
    let answer = await ask();
    for (let time = 1; time < (asked.times ?? 1); time += 1) answer = await ask();
    const isJson = answer.headers['content-type'] === 'application/json';
    const { url = '', headers, message, files } = platform.calls.at(-1) ?? {};
    return {
      status: answer.statusCode,
      ...(isJson && { body: answer.json() }),
      calls: platform.calls.length,
      query: url.split('?')[1] ?? '',
      event: headers?.['x-github-event'],
      message,
      files,
      commits: Object(message)['commits']?.length,
    };
  };
};

function bodyOf({ text = '', asBytes = false, push, isForm = false }: Asked): Buffer {
  if (push === undefined) return Buffer.from(text, asBytes ? 'latin1' : 'utf8');
  const person = { name: 'dev', email: 'dev@example.org', username: 'dev' };
  const added = Array.from({ length: push.files }, (_, index) => `src/some/where/file-${index}.ts`);
  const commits = Array.from({ length: push.commits }, (_, index) => ({
    id: String(index).padStart(40, 'a'),
    tree_id: 'b'.repeat(40),
    distinct: true,
    message: `Change ${index}`,
    timestamp: '2026-01-01T00:00:00+01:00',
    url: `https://github.com/o/r/commit/${String(index).padStart(40, 'a')}`,
    author: person,
    committer: person,
    added,
  }));
  const event = JSON.stringify({ ref: 'refs/heads/main', repository: { id: 1 }, commits });
  return Buffer.from(isForm ? new URLSearchParams({ payload: event }).toString() : event);
}

/** The type of a form, which begins with its boundary, or of anything else. */
function typeOf(body: Buffer): Readonly<Record<string, string>> {
  if (body.length === 0) return {};
  const [, boundary] = /^--(\S+)\r\n/.exec(body.toString('latin1')) ?? [];
  return {
    'content-type':
      boundary === undefined ? 'application/json' : `multipart/form-data; boundary=${boundary}`,
  };
}

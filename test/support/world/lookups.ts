import type { OpenArea } from '../../world/world.test.ts';
import { startRobloxWorld } from '../roblox-world.ts';
import { watchDrawing } from '../watched-drawing.ts';

/** Who exists there, and what a client asks for. */
type Asked = {
  readonly player?: { readonly name: string; readonly uuid: string };
  readonly user?: { readonly id: number; readonly name: string };
  readonly path: string;
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  readonly post?: object;
  /** What the browser prefers. */
  readonly language?: string;
  /** What is looked at; by default the answer. */
  readonly sees?: 'titles' | 'enums' | 'forms';
};

const base = 'https://lineup.example';

/** Names and profiles: the account services know somebody, and we see what a client gets. */
export const open: OpenArea = async ({ startWorld, closeLater }) => {
  const roblox = await startRobloxWorld({ drawing: await watchDrawing() });
  closeLater(roblox);
  const { app, accounts } = await startWorld({ PUBLIC_URL: base });
  const bodyOf = async (url: string, language = '') =>
    (await app.inject({ url, headers: { 'accept-language': language } })).body;
  return async (input, file) => {
    const {
      player,
      user,
      path,
      method = 'GET',
      headers = {},
      post,
      sees,
      language,
    }: Asked = Object(input);
    if (player !== undefined) accounts.addPlayer(player);
    if (user !== undefined) roblox.roblox.addUser(user);
    if (sees === 'titles') return titlesOf(path, (url) => bodyOf(url, language));
    if (sees === 'forms') return { notFirst: laterForms(JSON.parse(await bodyOf(path))) };
    if (sees === 'enums') return { bounded: boundedEnums(JSON.parse(await bodyOf(path)), '') };
    const profile =
      file === null ? ({ kind: 'normal' } as const) : ({ kind: 'garbage', body: file } as const);
    accounts.behave(profile, 'profile');
    // Roblox is asked by the clock of the system.
    const asked = user === undefined ? app : roblox.app;
    const answer = await asked.inject(
      post === undefined
        ? { method, url: path, headers }
        : { method: 'POST', url: path, payload: post },
    );
    const type = String(answer.headers['content-type']);
    const policy = String(answer.headers['content-security-policy']);
    return {
      status: answer.statusCode,
      type,
      limitsFrames: policy.includes('frame-ancestors'),
      body: type.startsWith('application/json') ? answer.json() : answer.body,
    };
  };
};

/** Of a page, and of the address that it names for that. */
async function titlesOf(path: string, bodyOf: (path: string) => Promise<string>) {
  const page = await bodyOf(path);
  const [, shown] = /<meta property="og:title" content="([^"]+)"/.exec(page) ?? [];
  const [, address = ''] = /type="application\/json\+oembed"\s+href="([^"]+)"/.exec(page) ?? [];
  const embed: object = JSON.parse(
    await bodyOf(address.replaceAll('&amp;', '&').replace(base, '')),
  );
  return { isSame: 'title' in embed && embed.title === shown, shown, embed };
}

/** The operations of a description that take a form, but something binary first. */
function laterForms({ paths }: { readonly paths: object }): readonly string[] {
  const operations = Object.values(paths).flatMap((path: object) => Object.values(path));
  return operations.flatMap(({ operationId, requestBody }) => {
    const types = Object.keys(Object(requestBody?.content));
    const hasLater =
      types.includes('multipart/form-data') && types[0]?.startsWith('image') === true;
    return hasLater ? [String(operationId)] : [];
  });
}

/** The places in a description where a list of values also has bounds of their text. */
function boundedEnums(value: unknown, place: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isBounded =
    'enum' in value && ['minLength', 'maxLength', 'pattern'].some((name) => name in value);
  const below = Object.entries(value).flatMap(([name, one]) =>
    boundedEnums(one, `${place}/${name}`),
  );
  return isBounded ? [place, ...below] : below;
}

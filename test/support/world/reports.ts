import type { LightMyRequestResponse } from 'fastify';
import type { WorldCase, WorldRunner } from '../../world/world.test.ts';
import { openApp } from '../open-app.ts';
import { startWorld, type World } from '../composition-world.ts';
import { startFakeChatPlatform, type FakeChatPlatform } from '../fake-chat-platform.ts';
import {
  modernScript,
  packet,
  pong,
  startFakeBedrockServer,
  startFakeJavaServer,
  varInt,
} from '../fake-game-server.ts';
import { startFakeGuildPlatform } from '../fake-guild-platform.ts';
import { pixelsOf, skinFile } from '../skin-files.ts';
import { page, startSkinHost } from '../skin-host.ts';
import { watchDrawing } from '../watched-drawing.ts';

type Case = { readonly input: WorldCase['input']; readonly file: Buffer | null };
type Places = { readonly world: World; readonly platform: FakeChatPlatform };

const base = 'https://lineup.example';
const webhook = { id: '100000000000000001', token: 'a-token' };
const servers = '/api/blockgame/server';
const face = '/api/blockgame/render/front';

/** How a case gets in, and what is seen of the answer; `input.by` names one. */
const ways: Readonly<Record<string, (one: Case, places: Places) => Promise<object>>> = {
  /** The JSON of a status; `after` follows it within its packet. */
  status: async ({ input }, { world }) => {
    const json = Buffer.from(JSON.stringify(input['json']));
    const after = Buffer.from(textOf(input['after'] ?? ''));
    const body = Buffer.concat([varInt(json.length), json, after]);
    const server = await startFakeJavaServer(modernScript(packet(0, body)));
    const answer = await world.app.inject(`${servers}/java/127.0.0.1:${server.port}/status`);
    await server.close();
    return answer.json();
  },
  /** The text of a pong, and of a reply to a query. */
  pong: async ({ input }, { world }) => {
    const { pong: text = 'MCPE;Hi;766;1.21.50;3;30', stat } = input;
    const server = await startFakeBedrockServer((question) => {
      if (question[0] !== 0xfe) return [pong(question, textOf(text))];
      const isChallenge = question[2] === 9;
      const reply = isChallenge ? '77\0' : textOf(stat);
      const head = Buffer.of(isChallenge ? 9 : 0, ...question.subarray(3, 7));
      return [Buffer.concat([head, Buffer.from(reply, 'latin1')])];
    });
    const query = stat === undefined ? '' : '?query=true';
    const path = `${servers}/bedrock/127.0.0.1:${server.port}/status${query}`;
    const answer = await world.app.inject(path);
    await server.close();
    return answer.json();
  },
  /** A skin that is uploaded: the colours of its face, hat included. */
  sheet: async ({ file }, { world }) => coloursOf(await upload(world, file)),
  /** A skin behind a redirect from one host to another. */
  redirect: async ({ input }, { world }) => {
    const png = skinFile(4711);
    const other = await startSkinHost();
    const target = other.put(textOf(input['to']), page.body(png, textOf(input['type'])));
    const url = world.host.put(textOf(input['from']), page.redirect(target));
    const path = `${face}/from-url/face?height=16&skin=${encodeURIComponent(url)}`;
    const [shown, direct] = await Promise.all([world.app.inject(path), upload(world, png)]);
    await other.close();
    return { status: shown.statusCode, isSkin: shown.rawPayload.equals(direct.rawPayload) };
  },
  /** A request to a page or a file of ours. */
  request: async ({ input }, { world }) => {
    const { method, headers } = input;
    const answer = await world.app.inject({
      method: method === 'HEAD' ? 'HEAD' : 'GET',
      url: textOf(input['path']),
      headers: Object(headers ?? {}),
    });
    return { ...seenOf(answer), body: answer.body };
  },
  /** An account without a skin of its own; what is asked about it, then the skin that is named there. */
  account: async ({ input }, { world }) => {
    const { name, id } = Object(input['account']);
    world.accounts.addPlayer({ name: textOf(name), uuid: textOf(id) });
    const described = await world.app.inject(`/api/blockgame/player/${textOf(id)}`);
    const { skin } = described.json();
    const skinPath = textOf(skin.url).replace(base, '');
    const paths = [`/name/${textOf(id)}`, `/${textOf(id)}.png?height=48`, skinPath];
    const others = await Promise.all(paths.map((path) => world.app.inject(path)));
    const [spelt, picture, sheet] = others.map((one) => ({ ...seenOf(one), body: one.body }));
    return { described: described.json(), spelt, picture, sheet };
  },
  /** A form for a webhook: what the platform gets. */
  form: async ({ file }, { world, platform }) => {
    const bytes = file ?? Buffer.alloc(0);
    const boundary = bytes.subarray(2, bytes.indexOf('\r\n')).toString();
    const answer = await world.app.inject({
      method: 'POST',
      url: `/api/webhooks/${webhook.id}/${webhook.token}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: bytes,
    });
    const { message, files } = platform.calls.at(-1) ?? {};
    return { ...seenOf(answer), message, files };
  },
  /** A Discord server whose owner has switched its widget off. */
  'no widget': async ({ input }) => {
    const platform = await startFakeGuildPlatform();
    platform.disableWidget(textOf(input['guild']));
    const app = await openApp({ DISCORD_API_URL: platform.url });
    const answer = await app.inject(textOf(input['path']));
    await app.close();
    await platform.close();
    return { ...seenOf(answer), body: answer.body };
  },
};

/** Public reports about programs of this trade: one instance of the service for all. */
export async function open(): Promise<WorldRunner> {
  const drawing = await watchDrawing();
  const platform = await startFakeChatPlatform();
  platform.addWebhook(webhook.id, webhook.token);
  const env = { DISCORD_API_URL: platform.url, PUBLIC_URL: base };
  const world = await startWorld({ drawing, env });
  return {
    run: async (input, file) => {
      const way = ways[textOf(input['by'])];
      if (way === undefined) throw new Error(`no way ${textOf(input['by'])}`);
      const seen = await way({ input, file }, { world, platform });
      // The next server may have the port of this one: nothing is cached of it then.
      await world.clock.advance(31_000);
      return seen;
    },
    close: async () => {
      await world.close();
      await platform.close();
      await drawing.close();
    },
  };
}

function upload({ app }: World, png: Buffer | null) {
  return app.inject({
    method: 'POST',
    url: `${face}/face?height=16`,
    headers: { 'content-type': 'image/png' },
    payload: png ?? '',
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('the case needs a text here');
}

function seenOf({ statusCode, headers }: LightMyRequestResponse) {
  return { status: statusCode, type: headers['content-type'] };
}

function coloursOf(answer: LightMyRequestResponse): object {
  if (answer.statusCode !== 200) return { ...seenOf(answer), body: answer.body };
  const { data } = pixelsOf(answer.rawPayload);
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += 4) colours.add(data.toString('hex', at, at + 4));
  return { ...seenOf(answer), colours: [...colours].toSorted() };
}

import type { OpenArea, WorldCase } from '../../world/world.test.ts';
import type { Answer, World } from '../composition-world.ts';
import { writeSheet, type SheetRecipe } from '../sheet-recipe.ts';
import { dataUrl, pixelsOf } from '../skin-files.ts';
import { page, startSkinHost } from '../skin-host.ts';

type Case = { readonly input: WorldCase['input']; readonly png: Buffer };

const render = '/api/blockgame/render';
const skin = { 'content-type': 'image/png' };

/** What is looked at; `input.by` names one. */
const ways: Readonly<Record<string, (one: Case, world: World) => Promise<object>>> = {
  /** The colours of a face from top to bottom, second layer included, and all that it has. */
  face: async ({ png }, world) => {
    const answer = await upload(world, png, 'front/face?height=16');
    return answer.statusCode === 200
      ? { status: 200, rows: rowsOf(answer), colours: coloursOf(answer) }
      : { status: answer.statusCode, says: answer.json().detail };
  },
  /** The model of a skin that is drawn with `model=auto`. */
  model: async ({ png }, world) => {
    const [auto, ...others] = await Promise.all(
      ['auto', 'classic', 'slim'].map((model) =>
        upload(world, png, `front/full?height=64&model=${model}`),
      ),
    );
    const [classic, slim] = others.map((one) => auto!.rawPayload.equals(one.rawPayload));
    return { status: auto!.statusCode, model: { classic, slim } };
  },
  /** Texels of a player's processed sheet, by their places. */
  processed: async ({ input, png }, world) => {
    const name = addPlayer(world, png);
    const answer = await world.app.inject(`/api/blockgame/skin/${name}?processed=true`);
    const { widthPx, data } = pixelsOf(answer.rawPayload);
    const texels = listOf(input['texels']).map((place) => {
      const [x = 0, y = 0] = String(place).split(',').map(Number);
      const at = (y * widthPx + x) * 4;
      return [place, data.toString('hex', at, at + 4)];
    });
    return { status: answer.statusCode, texels: Object.fromEntries(texels) };
  },
  /** Through which doors the picture is that of `whole`, the same sheet without faults. */
  doors: async ({ input, png }, world) => {
    const whole = writeSheet(recipeOf(input['whole']));
    const answers = Object.entries(doors).map(async ([name, enter]) => {
      const [given, right] = await Promise.all([enter(world, png), enter(world, whole)]);
      return [name, given.statusCode === 200 && given.rawPayload.equals(right.rawPayload)];
    });
    return Object.fromEntries(await Promise.all(answers));
  },
  /** The same of a cape in a form. */
  cape: async ({ input, png }, world) => {
    const skinPng = writeSheet({ base: '6080a0ff' });
    const whole = writeSheet(recipeOf(input['whole']));
    const [mended, right, none] = await Promise.all([
      form(world, { skin: skinPng, cape: png }),
      form(world, { skin: skinPng, cape: whole }),
      form(world, { skin: skinPng }),
    ]);
    return {
      status: mended.statusCode,
      isWhole: mended.rawPayload.equals(right.rawPayload),
      isWorn: !right.rawPayload.equals(none.rawPayload),
    };
  },
  /** Whether a skin behind a redirect from one host to another is drawn like the skin. */
  redirect: async ({ input, png }, world) => {
    const other = await startSkinHost();
    const target = other.put(String(input['to']), page.body(png, String(input['type'])));
    const url = world.host.put(String(input['from']), page.redirect(target));
    const path = `${render}/${small.replace('full', 'from-url/full')}`;
    const shown = await world.app.inject(`${path}&skin=${encodeURIComponent(url)}`);
    const direct = await upload(world, png, small);
    await other.close();
    return { status: shown.statusCode, isSkin: shown.rawPayload.equals(direct.rawPayload) };
  },
};

const small = 'default/full?height=48&yaw=30';

/** Every way in for a skin. */
const doors: Readonly<Record<string, (world: World, png: Buffer) => Promise<Answer>>> = {
  body: (world, png) => upload(world, png, small),
  form: (world, png) => form(world, { skin: png }, small),
  url: (world, png) => {
    const skinUrl = world.host.put(`/${++urls}.png`, page.body(png));
    const path = small.replace('full', 'from-url/full');
    return world.app.inject(`${render}/${path}&skin=${encodeURIComponent(skinUrl)}`);
  },
  account: (world, png) => {
    const name = addPlayer(world, png);
    return world.app.inject(`${render}/${small.replace('full', `${name}/full`)}`);
  },
  composition: (world, png) => world.compose([{ value: dataUrl(png) }]),
};

/** Skins and capes as tools and people save them, by the doors of the service. */
export const open: OpenArea = async ({ startWorld }) => {
  const world = await startWorld();
  return async (input, file) => {
    const way = ways[String(input['by'])];
    if (way === undefined) throw new Error(`no way ${String(input['by'])}`);
    return way({ input, png: file ?? writeSheet(recipeOf(input['sheet'])) }, world);
  };
};

function recipeOf(value: unknown): SheetRecipe {
  if (typeof value !== 'object' || value === null) throw new TypeError('the case needs a sheet');
  return value;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError('the case needs a list here');
}

let urls = 0;
let players = 0;

/** The name of a new player with this skin. */
function addPlayer({ accounts }: World, png: Buffer): string {
  const number = (++players).toString(16);
  const [name, hash] = [`Sheet${number}`, number.padStart(64, '0')];
  accounts.addTexture(hash, png);
  accounts.addPlayer({ name, uuid: number.padStart(32, '5'), skin: { hash } });
  return name;
}

function upload({ app }: World, payload: Buffer, path: string): Promise<Answer> {
  return app.inject({ method: 'POST', url: `${render}/${path}`, headers: skin, payload });
}

function form(
  { app }: World,
  files: Readonly<Record<string, Buffer>>,
  path = 'default/full?height=48&yaw=150',
): Promise<Answer> {
  const body = new FormData();
  for (const [name, png] of Object.entries(files)) {
    body.append(name, new Blob([new Uint8Array(png)]), `${name}.png`);
  }
  return app.inject({ method: 'POST', url: `${render}/${path}`, payload: body });
}

function rowsOf({ rawPayload }: Answer): string[] {
  const { widthPx, heightPx, data } = pixelsOf(rawPayload);
  return Array.from({ length: 8 }, (_, row) => {
    const y = Math.floor(((row + 0.5) * heightPx) / 8);
    const at = (y * widthPx + widthPx / 2) * 4;
    return data.toString('hex', at, at + 4);
  });
}

function coloursOf({ rawPayload }: Answer): string[] {
  const all = pixelsOf(rawPayload).data.toString('hex').match(/.{8}/g);
  return [...new Set(all)].toSorted();
}

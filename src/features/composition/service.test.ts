import { describe, expect, it } from 'vitest';
import { skinFile } from '../../../test/support/skin-files.ts';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createCache } from '../../cache/swr-cache.ts';
import type { Drawing } from '../../draw-pool/pool.ts';
import { UnusableSheetsError, type RowOrder, type SheetBytes } from '../../options/order.ts';
import type { OrderOf, ResultOf, TaskName } from '../../draw-pool/tasks.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { createPictureService } from '../../pictures/picture-service.ts';
import type { OwnSheet, Player, SkinSource } from '../../players/player.ts';
import type { Players } from '../../players/players.ts';
import { parsePlayerReference } from '../../players/reference.ts';
import { createComposer, type CompositionRequest } from './service.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
/** A file whose header is that of a skin. */
const skinHeader = skinFile(1);

const own = (revision: string): OwnSheet => ({
  kind: 'own',
  revision,
  url: null,
  sheet: skinHeader,
});

const texture = (revision: string): SkinSource => ({
  kind: 'texture',
  revision,
  url: `https://textures.example/${revision}`,
  namedBy: 'profile',
});

const playerOf = (name: string | null, skin: SkinSource): Player => ({
  name,
  uuid: null,
  model: 'classic',
  skin,
  cape: null,
});

/** What the names of this world mean. Sheets whose revision says so can't be had or worn. */
const skins: Record<string, SkinSource> = {
  Ann: texture('ann'),
  Bob: texture('bob'),
  Twin: texture('ann'),
  Sample: own('sample'),
  Gone: texture('gone'),
  Sick: texture('sick'),
  Torn: texture('unfit'),
  TornToo: own('unfit'),
  Busy: texture('busy'),
};

const troubles: Record<string, LineupError> = {
  gone: new LineupError('unknown-skin'),
  sick: new LineupError('upstream-failed'),
  busy: new LineupError('overloaded'),
};

type FakeTasks = {
  readonly [Name in TaskName]?: (order: OrderOf<Name>) => Promise<ResultOf<Name>>;
};

const unused = () => Promise.reject(new Error('not part of this test'));

/** A composer among fakes that note what they are asked; `draw` may be replaced. */
function setUp(draw: () => Promise<void> = async () => {}) {
  const rows: RowOrder[] = [];
  const loaded: string[] = [];
  const checkSheets = async (sheets: readonly SheetBytes[]) => {
    const torn = sheets.filter(({ revision }) => revision === 'unfit');
    if (torn.length === 0) return;
    throw new UnusableSheetsError(
      torn.map(({ revision }) => ({ sheet: 'skin', revision, problem: 'is torn' })),
    );
  };
  const tasks: FakeTasks = {
    checkSheets: async (files) => {
      await checkSheets(files.skins);
      return null;
    },
    row: async (order) => {
      await checkSheets(order.sheets);
      rows.push(order);
      await draw();
      return { bytes: bytes(`picture ${rows.length}`), widthPx: 1, heightPx: 1 };
    },
  };
  const drawing: Pick<Drawing, 'draw'> = {
    draw: async (name, order) => tasks[name]?.(order) ?? unused(),
  };
  const players: Players = {
    parseReference: (value) => parsePlayerReference(value, () => null),
    readService: () => null,
    resolveMany: async (references, context) => {
      context.sourceHit = references.length > 0;
      return references.map((reference) => {
        const name = reference.kind === 'name' ? reference.name : '';
        const skin = skins[name];
        if (name === 'Down') return { ok: false, error: new LineupError('upstream-failed') };
        return skin === undefined
          ? { ok: false, error: new LineupError('unknown-player') }
          : { ok: true, player: playerOf(name, skin) };
      });
    },
    loadSheet: async (source) => {
      loaded.push(source.revision);
      const trouble = troubles[source.revision];
      if (trouble !== undefined) throw trouble;
      return source.kind === 'own' ? source.sheet : bytes(source.revision);
    },
    fallbackPlayer: playerOf(null, own('fallback')),
  };
  const composer = createComposer({
    players,
    urlSkins: { load: async (url) => own(url.slice('data:'.length)) },
    roblox: { people: { find: unused }, pictures: { find: unused } },
    drawing,
    pictures: createPictureService({
      players,
      drawing,
      pictures: createCache<Uint8Array>({
        name: 'pictures',
        clock: createFakeClock(),
        maxBytes: 1024 * 1024,
        freshMs: Number.POSITIVE_INFINITY,
        staleMs: Number.POSITIVE_INFINITY,
        sizeBytes: (png) => png.byteLength,
      }),
    }),
  });
  const compose = (values: readonly string[], changes: Partial<CompositionRequest> = {}) =>
    composer.compose({
      items: values.map((value) => ({ value })),
      options: {},
      fieldPath: (index, field) => `items[${index}].${field}`,
      optionPath: (name) => `query.${name}`,
      isKnown: () => false,
      context: { sourceHit: false },
      ...changes,
    });
  return { rows, loaded, compose };
}

const fallback: Partial<CompositionRequest> = { options: { fallback: 'default' } };

describe('a composition', () => {
  it('is one drawing order that holds each sheet once', async () => {
    const { rows, loaded, compose } = setUp();
    const composition = await compose(['Ann', 'data:skin', 'Twin', 'Bob', 'Ann']);
    expect(composition).toMatchObject({ cache: 'MISS', fallbacks: [], policy: 'render' });
    const [row] = rows;
    expect(row).toMatchObject({ renderType: 'default', crop: 'full', heightPx: 512, gapPx: null });
    const revisions = row?.sheets.map(({ revision }) => revision) ?? [];
    expect(revisions.toSorted()).toEqual(['ann', 'bob', 'skin']);
    expect(row?.figures.map(({ sheet }) => revisions[sheet])).toEqual([
      'ann',
      'skin',
      'ann',
      'bob',
      'ann',
    ]);
    expect(loaded.toSorted()).toEqual(['ann', 'bob', 'skin']);
  });

  it('passes on the sheets that are drawn, and nothing else', async () => {
    const { rows, compose } = setUp();
    await compose(['Ann']);
    expect(rows[0]?.figures).toEqual([
      { sheet: 0, model: 'classic', label: 'Ann', upsideDown: false, ears: 'auto' },
    ]);
  });

  it('has its validator before anything is loaded or drawn', async () => {
    const { rows, loaded, compose } = setUp();
    const { etag } = await compose(['Ann', 'Bob']);
    rows.splice(0);
    loaded.splice(0);
    const known = await compose(['Ann', 'Bob'], { isKnown: (other) => other === etag });
    expect(known).toMatchObject({ etag, bytes: null });
    const fresh = setUp();
    const first = await fresh.compose(['Ann', 'Bob'], { isKnown: () => true });
    expect(first).toMatchObject({ etag, bytes: null });
    expect([rows, loaded, fresh.rows, fresh.loaded]).toEqual([[], [], [], []]);
  });

  it('is no HIT if sheets were decoded for it, whatever the client has cached', async () => {
    const { compose } = setUp();
    const { etag } = await compose(['Torn', 'Ann'], fallback);
    const known = await compose(['Torn', 'Ann'], {
      ...fallback,
      isKnown: (other) => other === etag,
    });
    expect(known).toMatchObject({ etag, bytes: null, cache: 'MISS', fallbacks: [0] });
  });

  it('is drawn once', async () => {
    const { rows, compose } = setUp();
    const [first, joined] = await Promise.all([compose(['Ann']), compose(['Ann'])]);
    const later = await compose(['Ann']);
    expect([joined.bytes, later.bytes]).toEqual([first.bytes, first.bytes]);
    expect(rows).toHaveLength(1);
  });

  it('of samples and data URLs only is a HIT from the second time on', async () => {
    const { compose } = setUp();
    expect((await compose(['data:skin'])).cache).toBe('MISS');
    expect((await compose(['data:skin'])).cache).toBe('HIT');
  });

  it('that could not be drawn is not cached', async () => {
    let fails = true;
    const { rows, compose } = setUp(async () => {
      if (fails) throw new Error('out of paint');
    });
    await expect(compose(['Ann'])).rejects.toThrow('out of paint');
    fails = false;
    expect((await compose(['Ann'])).bytes).not.toBeNull();
    expect(rows).toHaveLength(2);
  });
});

describe('a missing skin', () => {
  it.each([
    [['Nobody'], 'items[0].value: There is no such player.', 404],
    [
      ['Ann', 'Nobody', 'Sick'],
      /^items\[1\]\.value: There is no such player; items\[2\]\.value: A service .+\.$/,
      502,
    ],
    [
      ['Gone', 'Sick'],
      /^items\[0\]\.value: There is no picture at this address; items\[1\]\.value: A service .+\.$/,
      502,
    ],
    [['Sick', 'Ann', 'Gone'], /^items\[0\]\.value: A service .+; items\[2\]\.value: /, 502],
    [
      ['Torn', 'Nobody'],
      'items[0].value: The skin is torn; items[1].value: There is no such player.',
      404,
    ],
    [
      ['Torn', 'Gone'],
      'items[0].value: The skin is torn; items[1].value: There is no picture at this address.',
      404,
    ],
    [['Ann', 'Bob', 'Torn'], 'items[2].value: The skin is torn.', 400],
    [
      ['Ann', 'TornToo', 'Torn'],
      'items[1].value: The skin is torn; items[2].value: The skin is torn.',
      400,
    ],
  ])('%j is reported with its position', async (values, sentence, status) => {
    const { rows, compose } = setUp();
    await expect(compose(values)).rejects.toMatchObject({
      status,
      message: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    });
    expect(rows).toEqual([]);
  });

  it('is replaced on request; temporary failures make the picture provisional', async () => {
    const { rows, compose } = setUp();
    const lasting = await compose(['Ann', 'Nobody', 'Gone', 'TornToo', 'Torn'], fallback);
    expect(lasting).toMatchObject({ fallbacks: [1, 2, 3, 4], policy: 'render' });
    const passing = await compose(['Sick', 'Ann', 'Nobody'], fallback);
    expect(passing).toMatchObject({ fallbacks: [0, 2], policy: 'never' });
    expect(rows.map(({ figures }) => figures.map(({ label }) => label))).toEqual([
      ['Ann', 'Nobody', 'Gone', 'TornToo', 'Torn'],
      ['Sick', 'Ann', 'Nobody'],
    ]);
  });

  it('keeps the picture provisional if another one failed temporarily', async () => {
    const { compose } = setUp();
    const composition = await compose(['Down', 'Gone', 'Ann'], fallback);
    expect(composition).toMatchObject({ fallbacks: [0, 1], policy: 'never' });
  });

  it('has another validator than a real skin, and the same as an equal picture', async () => {
    const { compose } = setUp();
    const [ann, nobody] = [await compose(['Ann']), await compose(['Nobody'], fallback)];
    expect(nobody.etag).not.toBe(ann.etag);
    const sick = await compose(['Sick'], {
      ...fallback,
      items: [{ value: 'Sick', label: 'Nobody' }],
    });
    expect(sick.etag).toBe(nobody.etag);
  });

  it('is not replaced if the request itself is invalid', async () => {
    const { compose } = setUp();
    await expect(compose(['a b'], fallback)).rejects.toMatchObject({ status: 400 });
  });

  it('a full queue is not reported as a missing skin', async () => {
    const { compose } = setUp();
    await expect(compose(['Ann', 'Busy'], fallback)).rejects.toMatchObject({
      code: 'overloaded',
      message: new LineupError('overloaded').message,
    });
  });

  it('two requests share a load though they use it differently', async () => {
    const { compose } = setUp();
    const outcomes = await Promise.allSettled([
      compose(['Gone', 'Ann']),
      compose(['Gone', 'Ann'], fallback),
    ]);
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { status: 404 } },
      { status: 'fulfilled', value: { fallbacks: [0] } },
    ]);
  });
});

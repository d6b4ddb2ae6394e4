import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../support/composition-world.ts';
import { watchDrawing } from '../support/watched-drawing.ts';

/**
 * What the world has sent: each row is a public report, with its input and the right answer. The rows of
 * `test/fixtures/world/<area>.world.json` are run by `test/support/world/<area>.ts`.
 */
export type WorldCase = {
  readonly id: string;
  /** Tracker and number, or the program and where in it. */
  readonly source: string;
  /** What was met there, in a sentence. */
  readonly what: string;
  /** For the area's runner; `file` is a name in `test/fixtures/world/`. */
  readonly input: Readonly<Record<string, unknown>> & { readonly file?: string };
  /** Matched against what the runner returns. */
  readonly expected: object;
};

/** Gives a case to the product, and returns what a user sees of the answer. */
type Run = (input: WorldCase['input'], file: Buffer | null) => Promise<object>;

/** What the cases of an area need: the product, and upstreams that are closed behind them. */
export type Opener = {
  readonly startWorld: (env?: Readonly<Record<string, string>>) => Promise<World>;
  readonly closeLater: (opened: { readonly close: () => Promise<unknown> }) => void;
};

export type OpenArea = (opener: Opener) => Promise<Run>;

const folder = new URL('../fixtures/world/', import.meta.url);
const areas = readdirSync(folder).filter((name) => name.endsWith('.world.json'));

function casesOf(area: string): WorldCase[] {
  const cases: WorldCase[] = JSON.parse(readFileSync(new URL(area, folder), 'utf8'));
  return cases;
}

describe.each(areas)('%s', (area) => {
  const cases = casesOf(area);

  const opened: { readonly close: () => Promise<unknown> }[] = [];
  const closeLater: Opener['closeLater'] = (one) => void opened.unshift(one);
  let run: Run;

  beforeAll(async () => {
    const name = area.replace('.world.json', '');
    const { open }: { open: OpenArea } = await import(`../support/world/${name}.ts`);
    const drawing = await watchDrawing();
    closeLater(drawing);
    run = await open({
      closeLater,
      startWorld: async (env = {}) => {
        const world = await startWorld({ drawing, env });
        closeLater(world);
        return world;
      },
    });
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
  });

  it.each(cases)('$id: $what', async ({ input, expected }) => {
    const file = input.file === undefined ? null : readFileSync(new URL(input.file, folder));
    expect(await run(input, file)).toMatchObject(expected);
  });
});

it('has a row for each file, and a number for each row', () => {
  const cases = areas.flatMap(casesOf);
  const files = readdirSync(folder).filter((name) => !areas.includes(name));
  expect(files.toSorted()).toEqual(
    [...new Set(cases.flatMap(({ input }) => input.file ?? []))].toSorted(),
  );
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

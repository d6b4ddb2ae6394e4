import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '../../../test/support/fake-clock.ts';
import { openSampleFolder, type SampleFolder } from './sample-folder.ts';

let folder = '';
let bundled = '';
let open: SampleFolder[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineup-samples-'));
  bundled = await mkdtemp(join(tmpdir(), 'lineup-bundled-'));
});
afterEach(async () => {
  for (const one of open) one.close();
  open = [];
  for (const path of [folder, bundled]) await rm(path, { recursive: true, force: true });
});

/** The folder on a clock of its own, with what was said of its files. */
async function openFolder() {
  // Not the machine's clock, but after every time that a file of this test has.
  const clock = createFakeClock(Date.now() + 60_000);
  const problems: [string, string][] = [];
  const changes: true[] = [];
  const samples = await openSampleFolder({
    bundled,
    folder,
    clock,
    onProblem: (file, reason) => void problems.push([file, reason]),
    onChange: () => void changes.push(true),
  });
  open.push(samples);
  return { ...samples, clock, problems, changes };
}

function png(red: number, width = 64, height = 64): Buffer {
  const picture = new PNG({ width, height });
  picture.data.fill(red);
  return PNG.sync.write(picture);
}
const put = (file: string, bytes: Uint8Array = png(1)) => writeFile(join(folder, file), bytes);

describe('openSampleFolder', () => {
  it('reads classic and slim skins by their file names', async () => {
    await put('sample-pirate.png', png(10));
    await put('sample-elf.slim.png', png(20));
    const samples = await openFolder();
    expect(samples.stems()).toEqual(['sample-elf', 'sample-pirate']);
    expect(samples.problems).toEqual([]);
    expect(samples.find('sample-pirate')).toMatchObject({
      stem: 'sample-pirate',
      model: 'classic',
    });
    expect(samples.find('sample-elf')).toMatchObject({ stem: 'sample-elf', model: 'slim' });
    expect(Buffer.from(samples.find('sample-elf')?.sheet ?? [])).toEqual(png(20));
  });

  it('uses the hash of the content as revision', async () => {
    await put('a.png', png(1));
    await put('b.png', png(1));
    await put('c.png', png(2));
    const { find } = await openFolder();
    expect(find('a')?.revision).toBe(createHash('sha256').update(png(1)).digest('hex'));
    expect(find('b')?.revision).toBe(find('a')?.revision);
    expect(find('c')?.revision).not.toBe(find('a')?.revision);
  });

  it('finds a sample in any letter case and Unicode normalisation', async () => {
    await put('Notch.png');
    await put('café.PNG');
    const { find } = await openFolder();
    expect(find('nOTCH')?.stem).toBe('Notch');
    expect(find('CAFE\u0301')?.stem).toBe('café');
  });

  it.each(['..', 'Notch.png', '../Notch', '__proto__', 'Notch.slim'])(
    'has no sample called "%s"',
    async (stem) => {
      await put('Notch.png');
      expect((await openFolder()).find(stem)).toBeNull();
    },
  );

  it('ignores files that are no skins, and warns about likely ones', async () => {
    await put('good.png');
    await put('LICENSE');
    await put('good.png.bak');
    await put('.png');
    await put('._good.png');
    await put('text.png', Buffer.from('not a picture'));
    await put('empty.png', new Uint8Array());
    await put('huge.png', Buffer.concat([png(1), Buffer.alloc(1024 * 1024)]));
    await mkdir(join(folder, 'folder.png'));
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling.png'));
    await put('wide.png', png(1, 1025));
    await put('high.png', png(1, 64, 1025));
    await put('largest.png', png(1, 1024, 1024));
    await put(`${'n'.repeat(129)}.png`);
    const { stems, problems, find } = await openFolder();
    expect(stems()).toEqual(['good', 'largest']);
    expect(problems).toEqual([
      ['dangling.png', 'is not a readable file'],
      ['empty.png', 'is not a PNG'],
      ['folder.png', 'is not a readable file'],
      ['high.png', 'is larger than 1024 pixels'],
      ['huge.png', 'is larger than 1 MiB'],
      ['text.png', 'is not a PNG'],
      ['wide.png', 'is larger than 1024 pixels'],
    ]);
    expect(find('wide')).toMatchObject({ problem: 'is larger than 1024 pixels' });
    expect(find('text')).toMatchObject({ problem: 'is not a PNG' });
  });

  it('follows symbolic links, as containers mount files by them', async () => {
    await put('real.bin');
    await symlink(join(folder, 'real.bin'), join(folder, 'linked.slim.png'));
    expect((await openFolder()).find('linked')?.model).toBe('slim');
  });

  it('uses the first of two files with the same name, and warns', async () => {
    await put('a.png', png(1));
    await put('a.slim.png', png(2));
    const { find, problems } = await openFolder();
    expect(find('a')?.model).toBe('classic');
    expect(problems).toEqual([['a.slim.png', 'has the name of another skin']]);
  });

  it('keeps the bundled skins, whatever is in the folder', async () => {
    await writeFile(join(bundled, 'sample-elf.png'), png(1));
    await put('Sample-Elf.slim.png', png(2));
    await put('sample-new.png', png(3));
    const { find, stems, problems } = await openFolder();
    expect(find('sample-elf')?.model).toBe('classic');
    expect(stems()).toEqual(['sample-elf', 'sample-new']);
    expect(problems).toEqual([['Sample-Elf.slim.png', 'has the name of another skin']]);
  });

  it('works without a folder', async () => {
    await writeFile(join(bundled, 'sample-elf.png'), png(1));
    const clock = createFakeClock();
    const samples = await openSampleFolder({ bundled, folder: undefined, clock });
    expect([samples.stems(), clock.pending()]).toEqual([['sample-elf'], 0]);
  });

  it('looks up a name of any length quickly', async () => {
    const { find } = await openFolder();
    // Combining marks of two classes in the wrong order: sorting them is quadratic.
    const stem = `a${'\u0301'.repeat(500_000)}${'\u0316'.repeat(500_000)}`;
    expect(find(stem)).toBeNull();
  });
});

describe('while the service runs', () => {
  /** Half seconds of the clock, and as long as the file system takes. */
  const until = (clock: FakeClock, isSo: () => boolean) =>
    expect.poll(() => clock.advance(500).then(isSo)).toBe(true);

  it('added, replaced and removed files are noticed', async () => {
    await put('old.png', png(1));
    const { find, clock, problems } = await openFolder();
    expect(find('new')).toBeNull();
    await put('new.slim.png', png(2));
    await put('bad.png', Buffer.from('no picture'));
    await until(clock, () => find('new')?.model === 'slim');
    expect(problems).toEqual([['bad.png', 'is not a PNG']]);
    const { revision } = find('old') ?? {};
    await rm(join(folder, 'old.png'));
    await put('old.png', png(77));
    await until(clock, () => find('old')?.revision !== revision);
    await rm(join(folder, 'new.slim.png'));
    await until(clock, () => find('new') === null);
    // What is known to be bad is told once.
    expect(problems).toHaveLength(1);
  });

  it('a file that was written just now is read again, though its folder stays as it was', async () => {
    await put('new.png', png(1));
    const nowSeconds = Date.now() / 1000;
    // Later than the clock of the folder.
    await utimes(join(folder, 'new.png'), nowSeconds, nowSeconds + 3600);
    await utimes(folder, nowSeconds, nowSeconds - 3600);
    const { find, clock } = await openFolder();
    const { revision } = find('new') ?? {};
    await put('new.png', png(77));
    await until(clock, () => find('new')?.revision !== revision);
  });

  it('files that are written over are noticed, however many there are, and what changes is told', async () => {
    for (let number = 0; number < 250; number += 1) await put(`skin-${number}.png`, png(1));
    // Long ago, so that nothing may be changing.
    const past = Date.now() / 1000 - 3600;
    for (let number = 0; number < 250; number += 1) {
      await utimes(join(folder, `skin-${number}.png`), past, past);
    }
    await utimes(folder, past, past);
    const { find, clock, changes } = await openFolder();
    await clock.advance(5000);
    const before = changes.length;
    const { revision } = find('skin-240') ?? {};
    await writeFile(join(folder, 'skin-240.png'), png(99));
    await until(clock, () => find('skin-240')?.revision !== revision);
    expect(changes.length).toBe(before + 1);
  });

  it('a deleted folder keeps its samples', async () => {
    await put('old.png', png(1));
    const { find, clock } = await openFolder();
    await rm(folder, { recursive: true });
    await clock.advance(500);
    expect(find('old')).not.toBeNull();
  });

  it('closing stops the watching', async () => {
    const { clock, close } = await openFolder();
    expect(clock.pending()).toBe(1);
    close();
    expect(clock.pending()).toBe(0);
  });
});

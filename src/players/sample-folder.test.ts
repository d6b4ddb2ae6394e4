import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSampleFolder } from './sample-folder.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineup-samples-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function png(red: number): Buffer {
  const picture = new PNG({ width: 64, height: 64 });
  picture.data.fill(red);
  return PNG.sync.write(picture);
}
const put = (file: string, bytes: Uint8Array = png(1)) => writeFile(join(folder, file), bytes);

describe('readSampleFolder', () => {
  it('reads classic and slim skins by their file names', async () => {
    await put('sample-pirate.png', png(10));
    await put('sample-elf.slim.png', png(20));
    const samples = await readSampleFolder(folder);
    expect(samples.stems).toEqual(['sample-elf', 'sample-pirate']);
    expect(samples.skipped).toEqual([]);
    expect(samples.find('sample-pirate')).toMatchObject({
      stem: 'sample-pirate',
      model: 'classic',
    });
    expect(samples.find('sample-elf')).toMatchObject({ stem: 'sample-elf', model: 'slim' });
    expect(Buffer.from(samples.find('sample-elf')?.sheet ?? [])).toEqual(png(20));
  });

  it('takes the hash of the content for the revision', async () => {
    await put('a.png', png(1));
    await put('b.png', png(1));
    await put('c.png', png(2));
    const { find } = await readSampleFolder(folder);
    expect(find('a')?.revision).toBe(createHash('sha256').update(png(1)).digest('hex'));
    expect(find('b')?.revision).toBe(find('a')?.revision);
    expect(find('c')?.revision).not.toBe(find('a')?.revision);
  });

  it('finds a sample in any case, and in any way to compose its accents', async () => {
    await put('Notch.png');
    await put('café.PNG');
    const { find } = await readSampleFolder(folder);
    expect(find('nOTCH')?.stem).toBe('Notch');
    expect(find('CAFE\u0301')?.stem).toBe('café');
  });

  it.each([
    '',
    '.',
    '..',
    'Notch.png',
    '../Notch',
    'constructor',
    '__proto__',
    'Notch.slim',
    'Notch ',
  ])('has no sample called "%s"', async (stem) => {
    await put('Notch.png');
    expect((await readSampleFolder(folder)).find(stem)).toBeNull();
  });

  it('leaves out what is no skin, and says so where it looked like one', async () => {
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
    const { stems, skipped } = await readSampleFolder(folder);
    expect(stems).toEqual(['good']);
    expect(skipped).toEqual([
      { file: 'dangling.png', reason: 'not a readable file' },
      { file: 'empty.png', reason: 'not a PNG file' },
      { file: 'folder.png', reason: 'not a readable file' },
      { file: 'huge.png', reason: 'larger than 1 MiB' },
      { file: 'text.png', reason: 'not a PNG file' },
    ]);
  });

  it('follows links: that is how containers mount files', async () => {
    await put('real.bin');
    await symlink(join(folder, 'real.bin'), join(folder, 'linked.slim.png'));
    expect((await readSampleFolder(folder)).find('linked')?.model).toBe('slim');
  });

  it('uses the first of two files with one name, and says so', async () => {
    await put('a.png', png(1));
    await put('a.slim.png', png(2));
    const { find, skipped } = await readSampleFolder(folder);
    expect(find('a')?.model).toBe('classic');
    expect(skipped).toEqual([{ file: 'a.slim.png', reason: 'another file has the same name' }]);
  });

  it('takes a folder that is not there for an empty one', async () => {
    const samples = await readSampleFolder(join(folder, 'nowhere'));
    expect([samples.stems, samples.find('a')]).toEqual([[], null]);
  });

  it('does not take a file for a folder', async () => {
    await put('file');
    await expect(readSampleFolder(join(folder, 'file'))).rejects.toThrow('ENOTDIR');
  });
});

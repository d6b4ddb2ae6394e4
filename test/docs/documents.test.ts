import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { blocks, fillBlock, readDocument } from '../../scripts/documents.ts';
import { documentPictures, drawPictures, picturesFolder } from '../../scripts/pictures.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { facts } from '../../src/service/site/guides/facts.ts';
import { guideNames, shownSections } from '../../src/service/site/guides/guides.ts';
import { shownParts } from '../../src/service/site/guides/shown-parts.ts';

const root = join(import.meta.dirname, '..', '..');
const documents = [...listed('.', '.md'), ...listed('docs', '.md')];
const ofContributors = ['AGENTS.md', 'CONTRIBUTING.md', ...listed('docs', '.md')];

function listed(folder: string, extension: string): string[] {
  const files = readdirSync(join(root, folder));
  return files.filter((file) => file.endsWith(extension)).map((file) => join(folder, file));
}

test.each(blocks)('$file: the generated block $name is up to date', (block) => {
  const text = readDocument(block.file);
  expect(text).toBe(fillBlock(text, block));
});

test('every marker in a guide has a meaning, and every fact is in a guide', () => {
  const markers = guideNames
    .flatMap((name) => shownSections(readDocument(`docs/${name}.md`)))
    .flatMap((section) => [...section.matchAll(/<!-- ([^/#]\S*) -->/g)].map(([, name]) => name));
  expect(new Set(markers)).toEqual(new Set([...facts.keys(), ...shownParts.keys()]));
});

test('no picture is unused', () => {
  const files = documentPictures.map(({ file }) => file);
  expect(readdirSync(picturesFolder).toSorted()).toEqual(files.toSorted());
});

test('the pictures are what the service draws', async () => {
  for (const { file, png } of await drawPictures()) {
    const [kept, drawn] = [decodePng(readFileSync(join(picturesFolder, file))), decodePng(png)];
    expect([kept.widthPx, kept.heightPx], file).toEqual([drawn.widthPx, drawn.heightPx]);
    expect(Buffer.compare(Buffer.from(kept.data), Buffer.from(drawn.data)), file).toBe(0);
  }
}, 300_000);

test.each(documents)('%s: every link within the repository leads somewhere', (file) => {
  const links = [
    ...readDocument(file).matchAll(/(?:\]\(|<img src="(?=docs\/))(?!https?:)([^)#"]+)/g),
  ];
  for (const [, link] of links) {
    expect(existsSync(join(root, dirname(file), link ?? '')), link).toBe(true);
  }
});

test.each(documents)('%s names no path outside the repository', (file) => {
  expect(readDocument(file)).not.toMatch(/\/(work|home|root|tmp)\/|\.\.\/shared/);
});

test.each(ofContributors)('%s: every path of a source exists', (file) => {
  const named = [...readDocument(file).matchAll(/`([^`\s]+\/[^`\s]*)`/g)].map(
    ([, path = '']) => path,
  );
  const isPath = file === 'AGENTS.md' ? /^(?!\w+:)/ : /^(?:src|test|web|scripts|bench)\//;
  const paths = named.filter((path) => isPath.test(path));
  expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
});

test('the tree in AGENTS.md has every folder of src and of its parts', () => {
  const [, tree = ''] = /```\n([^`]+)```/.exec(readDocument('AGENTS.md')) ?? [];
  const folders = globSync(['src/*/', 'src/*/*/'], { cwd: root }).map((path) => path.slice(4));
  expect(folders.length).toBeGreaterThan(20);
  const missing = folders.filter((path) => !tree.includes(`${path.split('/').at(-1)}/`));
  expect(missing).toEqual([]);
});

test('the walkthrough enters each folder once on its way down, and is of 45 files at most', () => {
  const [whole, down] = [
    readDocument('docs/walkthrough.md'),
    readDocument('docs/walkthrough.md').split('**The response.**')[0]!,
  ];
  const filesIn = (text: string) =>
    [...text.matchAll(/\]\(\.\.\/(src\/[^)]+)\)/g)].map(([, file]) => file!);
  // Everybody uses files of common.
  const folders = filesIn(down)
    .filter((file) => !file.startsWith('src/common/'))
    .map((file) => dirname(file));
  const entered = folders.filter((folder, index) => folder !== folders[index - 1]);
  expect(entered).toEqual([...new Set(entered)]);
  expect(entered.length - 1).toBe(16);
  expect(new Set(filesIn(whole)).size).toBeLessThanOrEqual(45);
});

test('AGENTS.md is one page', () => {
  expect(readDocument('AGENTS.md').trimEnd().split('\n').length).toBeLessThanOrEqual(80);
});

test('npm’s warnings on Node 20 are documented, and dependencies accept the bundled Node', () => {
  type Package = { dev?: boolean; version?: string; engines?: { node?: string } };
  const lock: { packages: Record<string, Package> } = JSON.parse(readDocument('package-lock.json'));
  const own = Number(lock.packages['node_modules/node']?.version?.split('.')[0]);
  const told = [];
  for (const [path, { dev, engines }] of Object.entries(lock.packages)) {
    // No range of another kind asks for more than Node 20.
    const min = Number(/^>=\s*(\d+)[\d.]*$/.exec(engines?.node ?? '')?.[1] ?? 0);
    if (dev === true || min <= 20) continue;
    expect(min).toBeLessThanOrEqual(own);
    told.push(path.replace('node_modules/', ''));
  }
  const words = readDocument('docs/operating.md').replaceAll(/\s+/g, ' ');
  expect(words).toContain(`that ${told.map((name) => `\`${name}\``).join(' and ')} want Node 22`);
});

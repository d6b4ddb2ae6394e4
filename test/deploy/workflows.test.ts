import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../.github');
const workflows = globSync('workflows/*.yml', { cwd: folder }).map(
  (name) => [name, readFileSync(join(folder, name), 'utf8')] as const,
);

test.each(workflows)('%s is a workflow', (_, text) => {
  expect(validateWorkflow(text)).toEqual({ actionType: 'workflow', errors: [] });
});

test('a workflow with an unknown word is none', () => {
  const text = workflows[0]![1].replace('runs-on:', 'runs_on:');
  expect(validateWorkflow(text).errors).not.toEqual([]);
});

test.each(workflows)('%s names no host, and each action by its commit', (_, text) => {
  const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
  expect(used.filter((action) => !/^\.\/|@[\da-f]{40}$/.test(action))).toEqual([]);
  expect(text).not.toMatch(/https?:\/\/|\b(?:ghcr|docker|npmjs)\.\w+/);
});

test('jobs of a workflow call scripts that there are', () => {
  const { scripts }: { scripts: object } = JSON.parse(
    readFileSync(join(folder, '../package.json'), 'utf8'),
  );
  const called = workflows.flatMap(([, text]) =>
    [...text.matchAll(/npm (?:run )?(test|[\w:]+)$/gm)].map(([, name = '']) => name),
  );
  expect(called.filter((name) => name !== 'ci')).toContain('lint');
  expect(called.filter((name) => name !== 'ci' && !Object.hasOwn(scripts, name))).toEqual([]);
});

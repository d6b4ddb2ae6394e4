import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Violation = {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
};

/** Tags or rules of axe, and where to look. */
export type Search = {
  readonly runOnly: readonly string[];
  readonly include?: string;
};

/** Only what is told here is worked out: paths to thousands of elements that are well take longest. */
const brief = { resultTypes: ['violations'], selectors: false } as const;

/** What axe finds serious or worse: the rule, and the beginnings of the elements. */
export async function findBarriers(
  page: Page,
  { runOnly, include = 'html' }: Search,
): Promise<string[]> {
  // By the protocol of the debugger: the page's own policy forbids strangers' scripts.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const context = { include: [[include]] };
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify({ ...brief, runOnly })})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html }) => html)
          .join(' | ')
          .slice(0, 400)}`,
    );
}

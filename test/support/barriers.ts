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

/** Only these results are computed: paths to thousands of passing elements take longest. */
const brief = { resultTypes: ['violations'], selectors: false } as const;

/** Findings of axe that are serious or worse: the rule, and the start of each element's markup. */
export async function findBarriers(
  page: Page,
  { runOnly, include = 'html' }: Search,
): Promise<string[]> {
  // By the debugger's protocol, as the page's CSP forbids foreign scripts.
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

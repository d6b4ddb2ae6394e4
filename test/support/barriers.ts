import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Violation = {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
};

/** Tags or rules of axe, rules that are left out, where to look, and whether to read the styles as a whole. */
export type Search = {
  readonly runOnly: readonly string[];
  readonly without?: readonly string[];
  readonly include?: string;
  readonly preload?: boolean;
};

/** Only these results are computed: paths to thousands of passing elements take longest. */
const brief = { resultTypes: ['violations'], selectors: false } as const;

/** Findings of axe: the rule, and the start of each element's markup. */
export async function findBarriers(
  page: Page,
  { runOnly, without = [], include = 'html', preload = false }: Search,
): Promise<string[]> {
  // By the debugger's protocol, as the page's CSP forbids foreign scripts.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const context = { include: [[include]] };
  const rules = Object.fromEntries(without.map((id) => [id, { enabled: false }]));
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify({ ...brief, rules, runOnly, preload })})`,
  );
  return violations.map(({ id, nodes }) => {
    const markup = nodes.map(({ html }) => html).join(' | ');
    return `${id}: ${markup.slice(0, 400)}`;
  });
}

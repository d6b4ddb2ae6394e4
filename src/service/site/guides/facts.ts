import { heights } from '../../../engine/options/read-options.ts';
import { maxAnimationPixels } from '../../../engine/options/animation.ts';
import { maxKeys, maxOwnPlans } from '../../../engine/options/spec.ts';
import { heldItems } from '../../../engine/figure/held-items/held-items.ts';
import { motions } from '../../../engine/figure/motions.ts';
import { sizes } from '../../../engine/scenes/layout/sizes.ts';
import { catalogue } from '../../../common/errors/lineup-error.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { pagesMax } from '../../limits/limits.ts';
import { shownNumber } from '../field.ts';
import type { Site } from '../site.ts';
import advice from './advice.json' with { type: 'json' };

type Settings = Pick<Site, 'limits' | 'settings'>;

/**
 * What guides say of the code, as Markdown, by the name of the markers around it:
 * `<!-- api-limit -->240<!-- /api-limit -->`. In the files are the defaults, which a test compares.
 */
export const facts: ReadonlyMap<string, (settings: Settings) => string> = new Map([
  ['api-limit', ({ limits }: Settings) => shownNumber(limits.api)],
  ['webhook-limit', ({ limits }) => shownNumber(limits.webhook)],
  ['page-limit', () => shownNumber(pagesMax)],
  ['cached-picture', () => `\`${cachePolicies.render}\``],
  ['cached-status', () => `\`${cachePolicies.status}\``],
  ['cached-error', () => `\`${cachePolicies.never}\``],
  ['film-height', () => String(heights.animation)],
  ['max-film-height', () => String(heights.maxOfAnimation)],
  ['film-pixels', () => `${maxAnimationPixels / 1_000_000} million`],
  ['key-poses', () => String(maxKeys)],
  ['own-plans', () => String(maxOwnPlans)],
  ['things', () => heldItems.map((name) => `\`${name}\``).join(', ')],
  ['sizes', sizesTable],
  ['motion-lengths', motionsTable],
  ['errors', errorsTable],
  ['settings', settingsTable],
]);

export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((row) =>
    row.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | '),
  );
  return lines.map((line) => `| ${line} |`).join('\n');
}

function sizesTable(): string {
  const rows = Object.entries(sizes).map(([name, size]) => [`\`${name}\``, size.join('×')]);
  return markdownTable(['Name', 'Pixels'], rows);
}

function motionsTable(): string {
  const rows = Object.entries(motions).map(([name, { frames, delayMs }]) => [
    `\`${name}\``,
    frames,
    `${(frames * delayMs) / 1000} s`,
  ]);
  return markdownTable(['Motion', 'Frames', 'Length'], rows);
}

/** Advice by code where it differs, and by status, so that a new error has some, too. */
const adviceOf = new Map(Object.entries(advice));

function errorsTable(): string {
  const rows = Object.entries(catalogue)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, sentence }]) => [
      status,
      sentence,
      adviceOf.get(code) ?? adviceOf.get(String(status)) ?? '',
    ]);
  return markdownTable(['Status', 'Default sentence', 'What to do'], rows);
}

function settingsTable({ settings }: Settings): string {
  const rows = settings.map(({ name, fallback, allowed, help }) => [
    `\`${name}\``,
    help,
    fallback === '–' ? allowed : `${allowed}; default: ${fallback}`,
  ]);
  return markdownTable(['Variable', 'Meaning', 'Values'], rows);
}

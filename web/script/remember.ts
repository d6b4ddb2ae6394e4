import { exampleTarget } from '../../src/features/docs/paths.ts';
import { lineupQuery, longestUrl, readLineup, type Lineup } from './lineup.ts';

// The lineup goes into the address of the page, so that it can be sent on and come back to. One
// that is too long for that is kept for this tab, and the page's place in the history says so.

const key = 'lineup';

export function remember(lineup: Lineup): void {
  const { origin, pathname } = location;
  const target = exampleTarget(pathname, { title: '', query: lineupQuery(lineup) });
  if (`${origin}${target}`.length <= longestUrl) {
    history.replaceState(null, '', target);
    return;
  }
  history.replaceState(key, '', pathname);
  try {
    sessionStorage.setItem(key, target.slice(pathname.length));
  } catch {
    // Full, or not allowed: then it is not kept.
  }
}

/** The lineup that the page was left with, or that its link carries. */
export function recall(): Lineup | null {
  if (history.state !== key) return readLineup(location.search);
  try {
    return readLineup(sessionStorage.getItem(key) ?? '');
  } catch {
    return null;
  }
}

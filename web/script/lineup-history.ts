import { exampleTarget } from '../../src/service/site/paths.ts';
import { basePath, byId } from './dom.ts';
import { withLocale } from './locale.ts';
import { lineupQuery, longestUrl, type Lineup } from '../../src/service/site/front/lineup.ts';
import { readLineup } from '../../src/service/site/front/row.ts';

// The lineup is kept in the page's URL, for sharing and reloading. Each completed change is a step
// of the history, so Back undoes it. A lineup that is too long for a URL is kept in the history
// entry's state.

/** The state of a history entry. */
type Step = { readonly depth: number; readonly query?: string };

/** Changes within this time are one step. */
const coalesceMs = 1000;

export type LineupHistory = {
  /** Records a lineup unless it equals the last one. */
  readonly note: (lineup: Lineup) => void;
  /** The next change becomes a step of its own, however soon it comes. */
  readonly seal: () => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
};

type Listeners = {
  /** Shows the lineup of another step. */
  readonly restore: (lineup: Lineup) => void;
  /** Called after a new step, or a move to another one. */
  readonly stepped: (lineupHistory: LineupHistory) => void;
};

/** @param start the initial lineup, which leaves the URL unchanged */
export function createHistory(start: Lineup, { restore, stepped }: Listeners): LineupHistory {
  let noted = queryOf(savedLineup() ?? start);
  let top = depthNow();
  let lastMs = Number.NEGATIVE_INFINITY;
  // Only entries that links within the page have made are without a state.
  if (history.state === null) history.replaceState({ depth: 0 } satisfies Step, '');
  let known = entryNow();

  addEventListener('popstate', () => {
    if (history.state === null && entryNow().address === known.address) {
      // The same lineup, at another place of the page; steps after it are gone.
      history.replaceState(known.state, '');
      top = depthNow();
      stepped(lineupHistory);
      return;
    }
    known = entryNow();
    const lineup = savedLineup() ?? start;
    const query = queryOf(lineup);
    lastMs = Number.NEGATIVE_INFINITY;
    stepped(lineupHistory);
    if (query === noted) return;
    noted = query;
    restore(lineup);
  });

  const lineupHistory: LineupHistory = {
    note: (lineup) => {
      const query = queryOf(lineup);
      if (query === noted) return;
      noted = query;
      const nowMs = Date.now();
      const isSameStep = nowMs - lastMs < coalesceMs;
      lastMs = nowMs;
      const depth = depthNow() + (isSameStep ? 0 : 1);
      top = depth;
      keep(query, depth, isSameStep ? 'replaceState' : 'pushState');
      known = entryNow();
      stepped(lineupHistory);
    },
    seal: () => void (lastMs = Number.NEGATIVE_INFINITY),
    canUndo: () => depthNow() > 0,
    canRedo: () => depthNow() < top,
  };
  return lineupHistory;
}

/** The lineup stored with the page, or in its link. */
export function savedLineup(): Lineup | null {
  const step = stepNow();
  // A lineup in the path is in the page's data.
  const { row } = byId('composer').dataset;
  return (
    readLineup(step.query ?? location.search) ?? (isShortForm() ? readLineup(row ?? '') : null)
  );
}

function isShortForm(): boolean {
  return location.pathname.slice(basePath().length) !== '/';
}

function keep(query: string, depth: number, how: 'pushState' | 'replaceState'): void {
  const path = `${basePath()}/`;
  if (`${location.origin}${path}${query}`.length <= longestUrl) {
    history[how]({ depth } satisfies Step, '', `${path}${withLocale(query)}`);
    return;
  }
  try {
    history[how]({ depth, query } satisfies Step, '', `${path}${withLocale('')}`);
  } catch {
    // Too large for the browser: not kept.
  }
}

function queryOf(lineup: Lineup): string {
  return exampleTarget('', { title: '', query: lineupQuery(lineup) });
}

function stepNow(): Step {
  const { depth, query }: { depth?: unknown; query?: unknown } = Object(history.state);
  return {
    depth: typeof depth === 'number' ? depth : 0,
    ...(typeof query === 'string' && { query }),
  };
}

/** The history entry that is shown, without its place in the page. */
function entryNow(): { readonly state: unknown; readonly address: string } {
  return { state: history.state, address: `${location.pathname}${location.search}` };
}

function depthNow(): number {
  return stepNow().depth;
}

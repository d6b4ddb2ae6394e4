import { exampleTarget } from '../../src/features/docs/paths.ts';
import { basePath, byId } from './dom.ts';
import { withLocale } from './locale.ts';
import {
  lineupQuery,
  longestUrl,
  readLineup,
  type Lineup,
} from '../../src/features/docs/front/lineup.ts';

// The lineup goes into the address of the page, so that it can be sent on and come back to: each
// finished change is a step of the history, and Back undoes it. A lineup that is too long for an
// address is kept in the history's own record of the step.

/** What the history keeps beside the address of a step. */
type Step = { readonly depth: number; readonly query?: string };

/** Changes that follow each other this soon are one step. */
const coalesceMs = 1000;

export type Memory = {
  /** Takes note of a lineup; nothing when it is the one that was noted last. */
  readonly note: (lineup: Lineup) => void;
  /** The next change is a step of its own, however soon it comes. */
  readonly seal: () => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
};

type Listeners = {
  /** Shows a lineup of another step. */
  readonly restore: (lineup: Lineup) => void;
  /** There is a step more, or the page stands at another one. */
  readonly stepped: (memory: Memory) => void;
};

/** @param start what the page shows untouched: it leaves the address as it is */
export function createMemory(start: Lineup, { restore, stepped }: Listeners): Memory {
  let noted = queryOf(savedLineup() ?? start);
  let top = depthNow();
  let lastMs = Number.NEGATIVE_INFINITY;

  addEventListener('popstate', () => {
    const lineup = savedLineup() ?? start;
    const query = queryOf(lineup);
    lastMs = Number.NEGATIVE_INFINITY;
    stepped(memory);
    if (query === noted) return;
    noted = query;
    restore(lineup);
  });

  const memory: Memory = {
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
      stepped(memory);
    },
    seal: () => void (lastMs = Number.NEGATIVE_INFINITY),
    canUndo: () => depthNow() > 0,
    canRedo: () => depthNow() < top,
  };
  return memory;
}

/** The lineup that the page was left with, or that its link carries. */
export function savedLineup(): Lineup | null {
  const step = stepNow();
  // What the path names is known to the page that came with it.
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
    // Larger than the browser keeps: then it is not kept.
  }
}

function queryOf(lineup: Lineup): string {
  return exampleTarget('', { title: '', query: lineupQuery(lineup) });
}

function stepNow(): Step {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null) return { depth: 0 };
  const depth = 'depth' in state && typeof state.depth === 'number' ? state.depth : 0;
  const query = 'query' in state && typeof state.query === 'string' ? state.query : null;
  return query === null ? { depth } : { depth, query };
}

function depthNow(): number {
  return stepNow().depth;
}

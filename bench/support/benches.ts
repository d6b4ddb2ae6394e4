import { clientCore } from './machine.ts';
import type { Report } from './report.ts';

type Bench = {
  readonly load: () => Promise<{ readonly run: () => Promise<Report> }>;
  /** The core of its process, if it is the client of a server on another core. */
  readonly core?: number;
  /** Time limit in minutes, if longer than eight. */
  readonly minutes?: number;
};

/** All benchmarks, in the order of the results. Each runs in a process of its own. */
export const benches: Readonly<Record<string, Bench | undefined>> = {
  figure: { load: () => import('../figure.ts') },
  plan: { load: () => import('../plan.ts') },
  cost: { load: () => import('../cost.ts') },
  row: { load: () => import('../row.ts') },
  motion: { load: () => import('../motion.ts') },
  model: { load: () => import('../model.ts') },
  package: { load: () => import('../package.ts') },
  fair: { load: () => import('../fair.ts') },
  http: { load: () => import('../http.ts'), core: clientCore },
  memory: { load: () => import('../memory.ts'), minutes: 12 },
  held: { load: () => import('../held.ts'), minutes: 10 },
  hostile: { load: () => import('../hostile.ts'), minutes: 24 },
  attacks: { load: () => import('../attacks.ts') },
  shared: { load: () => import('../shared.ts') },
  soak: { load: () => import('../soak.ts') },
  pages: { load: () => import('../pages.ts') },
};

import { clientCore } from './machine.ts';
import type { Report } from './report.ts';

type Bench = {
  readonly load: () => Promise<{ readonly run: () => Promise<Report> }>;
  /** The core of its process, if it is the client of a server on another core. */
  readonly core?: number;
  /** Time limit in minutes, if longer than four. */
  readonly minutes?: number;
};

/** All benchmarks, in the order of the results. Each runs in a process of its own. */
export const benches: Readonly<Record<string, Bench | undefined>> = {
  figure: { load: () => import('../figure.ts') },
  plan: { load: () => import('../plan.ts') },
  raised: { load: () => import('../raised.ts') },
  row: { load: () => import('../row.ts') },
  scene: { load: () => import('../scene.ts') },
  'scene-load': { load: () => import('../scene-load.ts'), minutes: 45 },
  weights: { load: () => import('../weights.ts'), minutes: 12 },
  http: { load: () => import('../http.ts'), core: clientCore },
  memory: { load: () => import('../memory.ts'), minutes: 20 },
  hostile: { load: () => import('../hostile.ts'), minutes: 12 },
  'event-loop': { load: () => import('../event-loop.ts') },
  encoders: { load: () => import('../encoders.ts') },
  limits: { load: () => import('../limits.ts'), core: clientCore },
  'server-status': { load: () => import('../server-status.ts') },
  webhook: { load: () => import('../webhook.ts'), core: clientCore },
  queue: { load: () => import('../queue.ts'), minutes: 20 },
  shared: { load: () => import('../shared.ts'), minutes: 6 },
  soak: { load: () => import('../soak.ts'), minutes: 40 },
  scale: { load: () => import('../scale.ts'), minutes: 10 },
  pages: { load: () => import('../pages.ts') },
};

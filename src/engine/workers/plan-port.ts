import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Plan } from '../raster/plan.ts';
import type { PlanStore } from './plan-store.ts';

// How a worker asks the pool for a plan, in the middle of drawing: it waits for the answer, which takes some
// tens of microseconds, instead of compiling the plan, which takes some tens of milliseconds.

/** The end of the pool, and what wakes the worker. */
export type PlanPort = { readonly port: MessagePort; readonly flag: SharedArrayBuffer };

type Question = { readonly id: number; readonly key: string };
type Answer = { readonly id: number; readonly plan: Plan | null };

/** Longest wait, if the thread that serves requests is busy: about as long as compiling takes. */
const maxWaitMs = 20;

/** For a worker: what asks, and the end for the pool. */
export function openPlanPort() {
  const { port1, port2: port } = new MessageChannel();
  const flag = new SharedArrayBuffer(4);
  const answered = new Int32Array(flag);
  let lastId = 0;
  return {
    forPool: { port, flag } satisfies PlanPort,
    /** A plan that others have, or `null`. */
    find: (key: string): Plan | null => {
      lastId += 1;
      Atomics.store(answered, 0, 0);
      port1.postMessage({ id: lastId, key } satisfies Question);
      Atomics.wait(answered, 0, 0, maxWaitMs);
      // Answers to earlier questions came too late.
      for (let next = answerOn(port1); next !== null; next = answerOn(port1)) {
        if (next.id === lastId) return next.plan;
      }
      return null;
    },
  };
}

function answerOn(port: MessagePort): Answer | null {
  const received: { readonly message: Answer } | undefined = receiveMessageOnPort(port);
  return received?.message ?? null;
}

/** For the pool: answers a worker. */
export function answerPlans({ port, flag }: PlanPort, plans: Pick<PlanStore, 'find'>): void {
  const answered = new Int32Array(flag);
  port.on('message', ({ id, key }: Question) => {
    port.postMessage({ id, plan: plans.find(key) } satisfies Answer);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
  // It closes with its worker, and keeps no process alive.
  port.unref();
}

import { planBytes, type Plan } from '../render/plan/plan.ts';

/**
 * Copies a plan into memory that all threads share: one piece, because each thread has an object for every
 * piece, and the memory is free when the last of them is collected.
 */
export function sharePlan(plan: Plan): Plan {
  const buffer = new SharedArrayBuffer(planBytes(plan));
  let at = 0;
  const offsetOf = ({ byteLength }: ArrayBufferView): number => {
    at += byteLength;
    return at - byteLength;
  };
  const words = (from: Uint32Array): Uint32Array => {
    const to = new Uint32Array(buffer, offsetOf(from), from.length);
    to.set(from);
    return to;
  };
  const numbers = (from: Float32Array): Float32Array => {
    const to = new Float32Array(buffer, offsetOf(from), from.length);
    to.set(from);
    return to;
  };
  const bytes = (from: Uint8Array): Uint8Array => {
    const to = new Uint8Array(buffer, offsetOf(from), from.length);
    to.set(from);
    return to;
  };
  return {
    ...plan,
    stackTexels: words(plan.stackTexels),
    stackBehind: words(plan.stackBehind),
    texels: words(plan.texels),
    sides: numbers(plan.sides),
    runs: words(plan.runs),
    edges: words(plan.edges),
    edgeEnds: words(plan.edgeEnds),
    groups: words(plan.groups),
    // Words have to be aligned; bytes come behind them.
    texelEdges: bytes(plan.texelEdges),
    shadow: plan.shadow && { ...plan.shadow, alphas: bytes(plan.shadow.alphas) },
  };
}

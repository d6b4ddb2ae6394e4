import type { Plan } from '../render/plan/plan.ts';

/** Copies a plan into memory that all threads share. */
export function sharePlan(plan: Plan): Plan {
  return {
    ...plan,
    stackTexels: shareWords(plan.stackTexels),
    stackBehind: shareWords(plan.stackBehind),
    texels: shareWords(plan.texels),
    texelEdges: shareBytes(plan.texelEdges),
    sides: shareNumbers(plan.sides),
    runs: shareWords(plan.runs),
    edges: shareWords(plan.edges),
    edgeEnds: shareWords(plan.edgeEnds),
    groups: shareWords(plan.groups),
    shadow: plan.shadow && { ...plan.shadow, alphas: shareBytes(plan.shadow.alphas) },
  };
}

function shareWords(words: Uint32Array): Uint32Array {
  const shared = new Uint32Array(new SharedArrayBuffer(words.byteLength));
  shared.set(words);
  return shared;
}

function shareNumbers(numbers: Float32Array): Float32Array {
  const shared = new Float32Array(new SharedArrayBuffer(numbers.byteLength));
  shared.set(numbers);
  return shared;
}

function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}

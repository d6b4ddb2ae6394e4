import { LRUCache } from 'lru-cache';
import type { SheetBytes, TaskResult } from './order.ts';

type Inspect = (sheet: SheetBytes) => Promise<TaskResult<number>>;

/** Some 300 bytes each, the names of sheets that were found fit. */
const mostRemembered = 10_000;

/**
 * An inspection that is made once: a revision names its bytes, so what was found holds for good.
 * Without this, an answer from the cache would still have to wait for a worker, and equal requests
 * at one time would fill the queue with the same question. Only good news is kept; of refused sheets
 * anybody can make as many as he likes.
 */
export function rememberInspections(inspect: Inspect): Inspect {
  const known = new LRUCache<string, Promise<TaskResult<number>>>({ max: mostRemembered });

  async function ask(sheet: SheetBytes): Promise<TaskResult<number>> {
    let isFit = false;
    try {
      const result = await inspect(sheet);
      isFit = result.ok;
      return result;
    } finally {
      if (!isFit) known.delete(sheet.revision);
    }
  }

  return (sheet) => {
    const before = known.get(sheet.revision);
    if (before !== undefined) return before;
    const asking = ask(sheet);
    known.set(sheet.revision, asking);
    return asking;
  };
}

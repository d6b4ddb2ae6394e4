/**
 * Measures the processor time of the thread that creates it.
 * @param threadUsage in microseconds
 */
export function createProcessorMeter(threadUsage = usageOfThread) {
  const usedMs = (): number => {
    const { user, system } = threadUsage();
    return (user + system) / 1000;
  };
  let lastMs = usedMs();
  return {
    /**
     * Milliseconds since the last call, or since the start. The system counts in steps of up to 4 ms: what
     * is missing at the end of one task is part of the next, so that the sum of all is exact.
     */
    sinceLastMs: (): number => {
      const beforeMs = lastMs;
      lastMs = usedMs();
      return lastMs - beforeMs;
    },
  };
}

/** Node 22, where the package runs, too, knows only that of the whole process. */
function usageOfThread(): NodeJS.CpuUsage {
  const current: Partial<NodeJS.Process> = process;
  return current.threadCpuUsage?.() ?? process.cpuUsage();
}

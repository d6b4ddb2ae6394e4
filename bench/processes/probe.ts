import { monitorEventLoopDelay, performance as clock } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { delayResolutionMs, type Question, type Vitals } from '../support/vitals.ts';

// Loaded into a server before its own script, to tell from inside how it is doing. Worker threads
// inherit it, and must not answer.

if (isMainThread && process.send !== undefined) answerQuestions();

function answerQuestions(): void {
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs });
  let since = { cpu: process.cpuUsage(), loop: clock.eventLoopUtilization() };
  process.on('message', (question: Question) => {
    if (question === 'watch-delay') delay.enable();
    if (question !== 'vitals') return;
    const cpu = process.cpuUsage(since.cpu);
    const vitals: Vitals = {
      rssBytes: process.memoryUsage.rss(),
      cpuMs: (cpu.user + cpu.system) / 1000,
      loopBusyShare: clock.eventLoopUtilization(since.loop).utilization,
      delayMs: {
        median: delay.percentile(50) / 1e6,
        p99: delay.percentile(99) / 1e6,
        max: delay.max / 1e6,
      },
    };
    process.send?.(vitals);
    delay.reset();
    since = { cpu: process.cpuUsage(), loop: clock.eventLoopUtilization() };
  });
  // Without its bench nobody would end it.
  process.on('disconnect', () => process.exit());
  process.channel?.unref();
}

import { isMainThread } from 'node:worker_threads';
import type { Vitals } from '../support/server-process.ts';

// Loaded into a server before its own script, to tell from inside how it is doing. Worker threads
// inherit it, and must not answer.

if (isMainThread && process.send !== undefined) {
  let since = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(since);
    const vitals: Vitals = { rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 };
    process.send?.(vitals);
    since = process.cpuUsage();
  });
  // Without its bench nobody would end it.
  process.on('disconnect', () => process.exit());
  process.channel?.unref();
}

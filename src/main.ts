import { createApp } from './service/create-app.ts';
import { systemClock } from './common/async/clock.ts';
import { createLoopBudget } from './common/async/loop-budget.ts';
import {
  closeWithin,
  drainTimeoutMs,
  listenSentence,
  createStopHandler,
  watchParent,
} from './service/process.ts';
import { openLogStream } from './service/log-stream.ts';
import type { LogStream, HttpServer } from './service/http/server.ts';
import type { Metrics } from './service/metrics/metrics.ts';
import { misspeltSettings, readSettings, settingRows, type Settings } from './service/settings.ts';

/** Longer than a request is in transit from anywhere on Earth. */
const idleDrainMs = 500;

/** Of an iteration of the event loop, so that under load requests wait for a few iterations only. */
const loopBudgetMs = 10;

const settings = settingsOrExit();
const metrics = settings.metricsPort === undefined ? undefined : await openMetrics();
const loopBudget = createLoopBudget({ budgetMs: loopBudgetMs });
const app = await createApp(settings, { logStream: logToStdout(), metrics, loopBudget });
warnOfMisspeltSettings(app);
reportLostErrors(app);
drainOnSignals(app);
if (metrics) await serveMetricsOrExit(app, metrics, settings);
await listenOrExit(app, settings);

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return refuseToStart(...message.split('\n'));
  }
}

/** Loads the Prometheus client only if it is used: a start takes 0.1 s longer with it. */
async function openMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./service/metrics/metrics.ts');
  return createMetrics();
}

/** Only names are logged: a value may be a credential. */
function warnOfMisspeltSettings(server: HttpServer): void {
  const names = settingRows().map(({ name }) => name);
  for (const { name, similar } of misspeltSettings(process.env, names)) {
    server.log.warn({ name, similar }, 'unknown setting, similar to one that there is');
  }
}

function logToStdout(): LogStream {
  const stream = openLogStream(1);
  process.on('exit', () => stream.flushSync());
  return stream;
}

async function listenOrExit(server: HttpServer, { host, port }: Settings): Promise<void> {
  try {
    await server.listen({
      host,
      port,
      listenTextResolver: (address) => `Lineup listens at ${address}`,
    });
  } catch (error) {
    refuseToStart(listenSentence(error, { host, port, setting: 'PORT' }));
  }
}

async function serveMetricsOrExit(
  server: HttpServer,
  source: Metrics,
  { host, metricsPort: port = 0 }: Settings,
): Promise<void> {
  try {
    const { serveMetrics } = await import('./service/metrics/metrics.ts');
    const served = await serveMetrics(source, { host, port });
    server.addHook('onClose', served.close);
    server.log.info({ port: served.port }, 'metrics are served at /metrics');
  } catch (error) {
    refuseToStart(listenSentence(error, { host, port, setting: 'METRICS_PORT' }));
  }
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Prints each problem to standard error and exits. */
function refuseToStart(...sentences: readonly string[]): never {
  const lines = sentences.map(oneLine);
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

/** Logs unhandled errors, which are defects of our own. */
function reportLostErrors(server: HttpServer): void {
  process.on('unhandledRejection', (reason) => {
    server.log.error({ err: reason }, 'a rejected promise was not handled');
  });
  process.on('uncaughtException', (error) => {
    // The state of the process is unknown, so continuing is not safe.
    server.log.fatal({ err: error }, 'an exception was not caught');
    process.exit(1);
  });
}

function drainOnSignals(server: HttpServer): void {
  async function drain(signal: NodeJS.Signals): Promise<void> {
    server.log.info({ signal }, 'draining');
    try {
      const end = await closeWithin(server, { timeoutMs: drainTimeoutMs, idleMs: idleDrainMs });
      server.log.info({ end }, 'stopped');
    } catch (error) {
      server.log.error({ err: error }, 'failed to stop cleanly');
      process.exit(1);
    }
    process.exit(0);
  }
  const { onSignal, onParentLost } = createStopHandler(systemClock, {
    stop: (signal) => void drain(signal),
    quit: () => process.exit(1),
  });
  // The last one: its terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.env.npm_lifecycle_event === 'start') {
    watchParent(systemClock, () => process.ppid, onParentLost);
  }
}

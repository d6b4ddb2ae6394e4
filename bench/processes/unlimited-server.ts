import { pino } from 'pino';
import { createApp } from '../../src/service/create-app.ts';
import { createLoopBudget } from '../../src/common/async/loop-budget.ts';
import { readSettings } from '../../src/service/settings.ts';
import { unlimited } from '../../test/support/unlimited.ts';

// The service as `src/main.ts` starts it, but without limits of calls to upstreams: for benchmarks that
// look up more players than the account service allows.

const settings = readSettings(process.env);
const app = await createApp(settings, {
  logStream: pino.destination({ dest: 1, sync: true, minLength: 4 * 1024, periodicFlush: 20 }),
  loopBudget: createLoopBudget({ budgetMs: 10 }),
  openBucket: unlimited,
});
await app.listen({ host: settings.host, port: settings.port });

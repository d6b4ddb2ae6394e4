import { createApp } from '../src/service/create-app.ts';
import { readSettings } from '../src/service/settings.ts';
import { createSemaphore } from '../src/common/async/semaphore.ts';

/** Runs something that fetches pictures of a service of its own. */
export async function withService<T>(
  use: (fetchPicture: (url: string) => Promise<Buffer>) => Promise<T>,
): Promise<T> {
  const app = await createApp(readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT_MAX: '100000' }));
  // At most as many at a time as a service on one core accepts.
  const few = createSemaphore({ maxRunning: 2, errorOf: (why) => new Error(why) });
  try {
    return await use(async (url) => {
      const answer = await few.run(() => app.inject(url), new AbortController().signal);
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
      return answer.rawPayload;
    });
  } finally {
    await app.close();
  }
}

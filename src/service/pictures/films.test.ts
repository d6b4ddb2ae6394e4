import { expect, test } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createFilms } from './films.ts';

test('the end of a picture does not take the name from a later one', async () => {
  const films = createFilms(createFakeClock());
  const asker = { progressId: 'one name', onClose: () => {} };
  const begin = (etag: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { drawn: films.wait(etag, asker, () => promise), end: resolve };
  };
  const [first, second] = [begin('first'), begin('second')];
  first.end();
  await first.drawn;
  expect(await films.progress('one name')).not.toBeNull();
  second.end();
  await second.drawn;
});

import { fastify, type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { LazyLogger } from './lazy-logger.ts';

/** A logger of pino, as Fastify makes it, with all that it wrote. */
function writtenBy(level: string) {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const { log } = fastify({ logger: { level, stream } });
  return { log, lines };
}

test('writes what a child would, with its bindings', () => {
  const { log, lines } = writtenBy('info');
  const lazy = new LazyLogger(log, { reqId: 'a' }, {});
  lazy.debug('quiet');
  lazy.info({ more: 1 }, 'told');
  lazy.child({ deeper: 2 }).warn('also told');
  expect(lines).toMatchObject([
    { reqId: 'a', more: 1, msg: 'told', level: 30 },
    { reqId: 'a', deeper: 2, msg: 'also told', level: 40 },
  ]);
});

test('makes its child once, and not before there is something to write', () => {
  const { log } = writtenBy('info');
  let made = 0;
  const counting: FastifyBaseLogger = Object.create(log, {
    child: {
      value: (...child: Parameters<FastifyBaseLogger['child']>) => {
        made += 1;
        return log.child(...child);
      },
    },
  });
  const lazy = new LazyLogger(counting, { reqId: 'a' }, { level: 'warn' });
  expect([lazy.level, made]).toEqual(['warn', 0]);
  lazy.error('one');
  lazy.fatal('two');
  expect([lazy.level, made]).toEqual(['warn', 1]);
});

test('keeps to the level of its own, or takes that of its parent', () => {
  const { log, lines } = writtenBy('debug');
  expect(new LazyLogger(log, {}, {}).level).toBe('debug');
  const lazy = new LazyLogger(log, {}, { level: 'error' });
  lazy.warn('quiet');
  expect(lines).toEqual([]);
  lazy.level = 'trace';
  expect(lazy.level).toBe('trace');
  lazy.trace('told');
  expect(lines).toMatchObject([{ msg: 'told' }]);
});

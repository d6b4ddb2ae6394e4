import { describe, expect, test } from 'vitest';
import { LineupError, catalogue } from '../../common/errors/lineup-error.ts';
import { createHttpServer } from './create-server.ts';
import type { HttpServer } from './server.ts';

type LogLine = { level: number; msg: string; err?: { message: string; stack: string } };

/** A server whose one route throws, and the lines that it logs. */
function throwing(error: unknown): { app: HttpServer; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write = (line: string) => {
    const parsed: LogLine = JSON.parse(line);
    lines.push(parsed);
  };
  const app = createHttpServer({ trustProxy: false, logLevel: 'info', logStream: { write } });
  app.get('/', async (_request, reply) => {
    void reply.header('etag', '"x"').header('x-cache', 'HIT').header('x-fallback', '1');
    void reply.header('content-disposition', 'inline; filename="x.png"');
    void reply.header('cache-control', 'public, max-age=900').type('image/png').code(200);
    throw error;
  });
  return { app, lines };
}

const errorLevel = 50;

describe('an error of the catalogue', () => {
  test.each(Object.entries(catalogue))('%s matches its row', async (code, row) => {
    // The keys of the catalogue are its codes, which `Object.entries` does not know.
    const error = Object.assign(new LineupError('internal', row.sentence), { code });
    const response = await throwing(error).app.inject('/');
    expect(response.statusCode).toBe(row.status);
    expect(response.json()).toEqual({ detail: row.sentence });
  });

  test('has the headers of an error, and none of the interrupted response', async () => {
    const { app } = throwing(new LineupError('unknown-player', 'There is no "é".'));
    const { headers, body } = await app.inject('/');
    expect(body).toBe('{"detail":"There is no \\"é\\"."}');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
    const interrupted = ['etag', 'x-cache', 'x-fallback', 'content-disposition'];
    for (const name of [...interrupted, 'retry-after', 'allow']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test.each([
    ['overloaded', undefined, '1'],
    ['overloaded', 2.1, '3'],
    ['upstream-failed', 30, '30'],
    ['upstream-failed', -4, '0'],
    ['upstream-failed', undefined, undefined],
  ] as const)('%s to be retried in %s s sends %s', async (code, retryAfterSeconds, header) => {
    const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    const { app } = throwing(new LineupError(code, undefined, options));
    expect((await app.inject('/')).headers['retry-after']).toBe(header);
  });
});

describe('any other error', () => {
  const withStatus = Object.assign(new Error('secret'), { statusCode: 404 });
  const withCode = Object.assign(new Error('secret'), { code: 'toString' });
  const emptyValidation = Object.assign(new Error('secret'), { code: 'FST_ERR_UNKNOWN' });

  test.each([
    ['an Error', new Error('secret')],
    ['an error with a status of its own', withStatus],
    ['an error whose code is no code of ours', withCode],
    ['an unknown error of Fastify', emptyValidation],
    ['a text', 'secret'],
    ['null', null],
  ])('%s is a 500 without details', async (_name, error) => {
    const response = await throwing(error).app.inject('/');
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({ detail: catalogue.internal.sentence });
  });

  test('is logged with its stack', async () => {
    const { app, lines } = throwing(new Error('a defect'));
    await app.inject('/');
    const reported = lines.filter(({ level }) => level === errorLevel);
    expect(reported).toHaveLength(1);
    expect(reported[0]?.err?.message).toBe('a defect');
    expect(reported[0]?.err?.stack).toContain('error-responses.test.ts');
  });
});

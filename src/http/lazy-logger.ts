import type { FastifyBaseLogger } from 'fastify';

type Child = Parameters<FastifyBaseLogger['child']>;
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * The logger of one request, made when the first line is written to it: making a child of pino costs
 * as much as routing the request, and few requests have anything to say beside their answer.
 */
export class LazyLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Child[0];
  readonly #options: Child[1];
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Child[0], options: Child[1]) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get #own(): FastifyBaseLogger {
    return (this.#made ??= this.#parent.child(this.#bindings, this.#options));
  }

  #write(level: Level, line: unknown[]): void {
    Reflect.apply(this.#own[level], this.#own, line);
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#made?.level ?? this.#options?.level ?? this.#parent.level;
  }

  set level(level: FastifyBaseLogger['level']) {
    this.#own.level = level;
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line);
  }

  silent(...line: unknown[]): void {
    this.#write('silent', line);
  }

  child(...child: Child): FastifyBaseLogger {
    return this.#own.child(...child);
  }
}

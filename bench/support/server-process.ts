import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { startCommand } from '../../scripts/start-service.ts';
import { freePort } from '../../test/support/free-port.ts';
import { pinned } from './machine.ts';

/** Measurements of a server since the last message. */
export type Vitals = {
  /** Current resident set. */
  readonly rssBytes: number;
  /** Processor time of all its threads. */
  readonly cpuMs: number;
};

/** The response of a bare server. */
export type BareAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBase64: string | null;
};

export type ServerProcess = {
  readonly origin: string;
  /** Measurements since the last call. */
  readonly vitals: () => Promise<Vitals>;
  readonly close: () => Promise<void>;
};

/** Limits do not interfere with benchmarks, and no other machine is contacted. */
const environment = {
  RATE_LIMIT_MAX: '1000000000',
  MOJANG_API_URL: 'http://127.0.0.1:9',
  MOJANG_SESSION_URL: 'http://127.0.0.1:9',
  MOJANG_TEXTURES_URL: 'http://127.0.0.1:9',
} as const;

type StartOptions = {
  /** The core it is pinned to; null for all. */
  readonly core: number | null;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it has no limits of calls to upstreams. */
  readonly isUnlimited?: boolean;
};

/** Starts the service like `npm start`, without keeping its log. */
export function startLineup(options: StartOptions): Promise<ServerProcess> {
  const { core, env, isUnlimited = false } = options;
  const { script, flags, settings } = startCommand;
  const file = isUnlimited ? here('../processes/unlimited-server.ts') : pathToFileURL(script);
  return start({ file, flags }, { core, env: { ...settings, ...environment, ...env } });
}

/** Starts the service on all cores, and ends it after use. */
export async function withServer<T>(
  env: Readonly<Record<string, string>>,
  use: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await startLineup({ core: null, env });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** A bare Fastify that sends the same response to all requests, at `/picture`. */
export function startBare(answer: BareAnswer, core: number): Promise<ServerProcess> {
  return start({ file: here('../processes/bare-server.ts') }, { core }, JSON.stringify(answer));
}

type Script = { readonly file: URL; readonly flags?: readonly string[] };

async function start(
  { file, flags = [] }: Script,
  { core, env }: StartOptions,
  input = '',
): Promise<ServerProcess> {
  const port = await freePort();
  const args = [...flags, '--import', here('../processes/probe.ts').href, fileURLToPath(file)];
  const [program, allArgs] = pinned(core, process.execPath, args);
  const child = spawn(program, allArgs, {
    // Standard output is the log: written as usual, but nobody has to read it.
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
  });
  child.stdin?.end(input);
  const reportEnd = (code: number | null, signal: string | null) => {
    console.error(`${file.pathname} ended by itself: code ${code}, signal ${signal}`);
  };
  child.on('exit', reportEnd);
  const origin = `http://127.0.0.1:${port}`;
  await healthy(child, origin);
  return {
    origin,
    vitals: async () => {
      const answered = once(child, 'message');
      child.send('vitals');
      const [vitals]: Vitals[] = await answered;
      if (vitals === undefined) throw new Error('the server did not tell how it is doing');
      return vitals;
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.off('exit', reportEnd);
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function here(relative: string): URL {
  return new URL(relative, import.meta.url);
}

async function healthy(child: ChildProcess, origin: string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (child.exitCode !== null) throw new Error('the server did not start');
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok === true) return;
    await delay(50);
  }
  throw new Error('the server did not become healthy');
}

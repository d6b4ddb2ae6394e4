import { setImmediate } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { systemClock, type Clock } from '../../src/common/async/clock.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { startFakeRoblox, type FakeRoblox } from './fake-roblox.ts';
import { encodePicture } from './png-writer.ts';
import { openApp } from './open-app.ts';
import type { WatchedDrawing } from './watched-drawing.ts';

/** Roblox on loopback, and the service in process. */
export type RobloxWorld = {
  readonly app: HttpServer;
  readonly roblox: FakeRoblox;
  readonly get: (
    path: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<LightMyRequestResponse>;
  readonly post: (path: string, payload: unknown) => Promise<LightMyRequestResponse>;
  /** Advances time for caches and back-offs. */
  readonly pass: (ms: number) => void;
  readonly close: () => Promise<void>;
};

export type RobloxWorldOptions = {
  readonly drawing: Pick<WatchedDrawing, 'open'>;
  readonly env?: Readonly<Record<string, string>>;
};

export async function startRobloxWorld(options: RobloxWorldOptions): Promise<RobloxWorld> {
  const roblox = await startFakeRoblox();
  let passedMs = 0;
  const clock: Clock = {
    nowMs: () => systemClock.nowMs() + passedMs,
    startTimer: startPatientTimer,
  };
  const settings = {
    RATE_LIMIT_MAX: '1000000',
    TRUST_PROXY: '1',
    ...roblox.settings,
    ...options.env,
  };
  const app = await openApp(settings, { clock, openDrawing: options.drawing.open });
  return {
    app,
    roblox,
    get: (path, headers = {}) => app.inject({ url: `/api/roblox/${path}`, headers }),
    post: (path, payload) =>
      app.inject({
        method: 'POST',
        url: `/api/roblox/${path}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      }),
    pass: (ms) => {
      passedMs += ms;
    },
    close: async () => {
      await app.close();
      await roblox.close();
    },
  };
}

/** Turns of the event loop: more than any response on loopback takes, in a few milliseconds. */
const patientTurns = 200;

/**
 * A timer of the system clock that fires after everything that has arrived is read: requests made
 * together stay together, even on a machine that pauses.
 */
function startPatientTimer(delayMs: number, run: () => void): () => void {
  const end = new AbortController();
  const cancel = systemClock.startTimer(delayMs, async () => {
    for (let turn = 0; turn < patientTurns; turn += 1) await setImmediate();
    if (!end.signal.aborted) run();
  });
  return () => {
    end.abort();
    cancel();
  };
}

/** A picture as Roblox draws them: a figure of one colour with a transparent border. */
export function robloxPicture(
  colour: readonly [number, number, number],
  { sizePx = 70, borderPx = 10 } = {},
): Buffer {
  const isInk = (x: number, y: number): boolean =>
    x >= borderPx * 2 && x < sizePx - borderPx * 2 && y >= borderPx && y < sizePx - borderPx;
  return encodePicture({
    widthPx: sizePx,
    heightPx: sizePx,
    colourType: 6,
    bitDepth: 8,
    sample: (x, y, channel) => (isInk(x, y) ? ([...colour, 255][channel] ?? 0) : 0),
  });
}

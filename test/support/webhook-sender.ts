import { setImmediate } from 'node:timers/promises';
import { bucketOpener } from '../../src/common/async/token-bucket.ts';
import { createWebhookSender, type SenderRules } from '../../src/upstreams/discord/sender.ts';
import type { ActionKind } from '../../src/upstreams/discord/webhook.ts';
import { LineupError } from '../../src/common/errors/lineup-error.ts';
import type { UpstreamRequest, UpstreamResponse } from '../../src/upstreams/net/upstream-client.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

const token = 'token';
export const id = '123456789012345678';

export const done: UpstreamResponse = { status: 204, headers: {}, bytes: new Uint8Array() };

/** A response in JSON. */
export function responseOf(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): UpstreamResponse {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status, headers: { 'content-type': 'application/json', ...headers }, bytes };
}

/** The platform's headers for a bucket. */
export function bucketHeaders(limit: number, remaining: number, resetAfter: number, name = 'b') {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset-after': String(resetAfter),
    'x-ratelimit-bucket': name,
  };
}

type Sent = { readonly text: string; readonly atMs: number; readonly path: string };

type SenderOptions = {
  readonly responding?: (request: UpstreamRequest) => Promise<UpstreamResponse> | UpstreamResponse;
  readonly rules?: Partial<SenderRules>;
  readonly clock?: FakeClock;
  readonly requestsPerSecond?: number;
};

type PostOptions = {
  readonly webhook?: string;
  readonly signal?: AbortSignal;
  readonly client?: string;
  readonly kind?: ActionKind;
};

/** A sender with a scripted platform that responds after a round trip, and a fake clock. */
export function setUpSender({
  responding = () => done,
  rules = {},
  clock = createFakeClock(),
  requestsPerSecond = 50,
}: SenderOptions = {}) {
  const sent: Sent[] = [];
  const startMs = clock.nowMs();
  const request = async (wanted: UpstreamRequest) => {
    const text = Buffer.from(wanted.body ?? []).toString();
    sent.push({ text, atMs: clock.nowMs() - startMs, path: wanted.path });
    await new Promise<void>((resolve) => void clock.startTimer(10, resolve));
    return responding(wanted);
  };
  const sender = createWebhookSender({
    request,
    clock,
    openBucket: bucketOpener({ clock }),
    requestsPerSecond,
    rules,
  });
  const outcomes: string[] = [];
  // Pending work runs as far as it can before time advances.
  const wind = async (byMs: number) => {
    await setImmediate();
    await clock.advance(byMs);
  };
  const post = (text: string, options: PostOptions = {}) => {
    const { webhook = id, client = 'client', kind = 'execute' } = options;
    const { signal = new AbortController().signal } = options;
    const body = { bytes: Buffer.from(text), contentType: 'application/json' };
    void sender
      .send({
        kind,
        id: webhook,
        token,
        message: '@original',
        body,
        client,
        signal,
      })
      .then(
        ({ status }) => outcomes.push(`${text}: ${status}`),
        (error: unknown) => outcomes.push(`${text}: ${codeOf(error)}`),
      );
  };
  return { sender, clock, wind, sent, outcomes, post };
}

function codeOf(error: unknown): string {
  if (!(error instanceof LineupError)) return String(error);
  return [error.code, error.retryAfterSeconds].filter((part) => part !== undefined).join(' ');
}

export const numbers = (count: number) =>
  Array.from({ length: count }, (_, number) => String(number));

export const webhooks = (count: number) => numbers(count).map((number) => `${id}${number}`);

import { setImmediate } from 'node:timers/promises';
import { createFakeClock, type FakeClock } from '../../test/support/fake-clock.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { RelayClient } from '../net/relay-client.ts';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import { createMemoryStore } from './memory-store.ts';
import type { WebhookOrder } from './order.ts';
import { createWebhookSender } from './sender.ts';
import type { SenderRules } from './sender-rules.ts';
import type { SharedStore } from './shared-store.ts';

export const token = 'token';
export const id = '123456789012345678';

export function orderOf(text: string, webhook = id): WebhookOrder {
  return {
    address: { id: webhook, token },
    action: { kind: 'execute' },
    query: {},
    body: { content: Buffer.from(text), contentType: 'application/json' },
  };
}

export const done: UpstreamResponse = { status: 204, headers: {}, bytes: new Uint8Array() };

/** An answer in JSON. */
export function answerOf(status: number, body: unknown): UpstreamResponse {
  const headers = { 'content-type': 'application/json' };
  return { status, headers, bytes: Buffer.from(JSON.stringify(body)) };
}

type Sent = { readonly text: string; readonly atMs: number };
type RelayRequest = Parameters<RelayClient['send']>[0];

type SenderOptions = {
  readonly answering?: (request: RelayRequest) => Promise<UpstreamResponse> | UpstreamResponse;
  readonly rules?: Partial<SenderRules>;
  readonly clock?: FakeClock;
  readonly store?: SharedStore;
  /** What a request waits for before it has a connection. */
  readonly gate?: () => Promise<void>;
};

/** A sender with a platform that answers as told, after a round trip, and time that stands still. */
export function setUpSender({
  answering = () => done,
  rules = {},
  clock = createFakeClock(),
  store = createMemoryStore(clock),
  gate = async () => {},
}: SenderOptions = {}) {
  const sent: Sent[] = [];
  const startMs = clock.nowMs();
  const send = async (request: RelayRequest) => {
    await gate();
    await request.beforeSend?.();
    const text = request.body instanceof Uint8Array ? Buffer.from(request.body).toString() : '';
    sent.push({ text, atMs: clock.nowMs() - startMs });
    await new Promise<void>((resolve) => void clock.startTimer(10, resolve));
    return answering(request);
  };
  const sender = createWebhookSender({ client: { send }, store, clock, rules });
  const outcomes: string[] = [];
  // What was just asked for gets as far as it can without time passing, before any passes.
  const wind = async (byMs: number) => {
    await setImmediate();
    await clock.advance(byMs);
  };
  const post = (text: string, webhook = id, signal?: AbortSignal) =>
    void sender.send(orderOf(text, webhook), signal).then(
      ({ status }) => outcomes.push(`${text}: ${status}`),
      (error: unknown) => outcomes.push(`${text}: ${codeOf(error)}`),
    );
  return { sender, clock, wind, sent, outcomes, post };
}

export function codeOf(error: unknown): string {
  if (!(error instanceof LineupError)) return String(error);
  return [error.code, error.retryAfterSeconds].filter((part) => part !== undefined).join(' ');
}

export const numbers = (count: number) =>
  Array.from({ length: count }, (_, number) => String(number));

export const webhooks = (count: number) => numbers(count).map((number) => `${id}${number}`);

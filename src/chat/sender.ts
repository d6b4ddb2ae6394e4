import { LineupError } from '../errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import type { RelayClient } from '../net/relay-client.ts';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import { judge, windowIn, type Verdict } from './answers.ts';
import type { Clock } from './clock.ts';
import {
  methodOf,
  segmentsOf,
  webhookKey,
  type PlatformAnswer,
  type WebhookOrder,
} from './order.ts';
import { overloaded, tooManyRequests } from './refusals.ts';
import { senderRules, type SenderRules } from './sender-rules.ts';
import type { SharedStore, Standing } from './shared-store.ts';
import type { Subject } from './places.ts';
import { createTurns, type Turns } from './turns.ts';

export type WebhookSender = {
  /**
   * Carries out one order when its turn comes, once. A streamed body is ended, sent or not.
   *
   * @param signal while the order waits for its turn, an abort calls it off: it is not sent, and
   * fails with the signal's reason. What is on its way is not called back.
   * @throws {LineupError} `too-many-requests` (with the seconds), `unknown-webhook`, `overloaded`,
   * `upstream-failed`, `upstream-timeout`, or what a streamed body fails with
   */
  readonly send: (order: WebhookOrder, signal?: AbortSignal) => Promise<PlatformAnswer>;
};

export type SenderParts = {
  readonly client: Pick<RelayClient, 'send'>;
  readonly store: SharedStore;
  readonly clock: Clock;
  readonly rules?: Partial<SenderRules>;
};

/**
 * The one that talks to the platform: keeps the order of each webhook's messages, keeps to the
 * platform's limits, and does not ask again for a webhook that does not exist.
 */
export function createWebhookSender(parts: SenderParts): WebhookSender {
  const { client, store, clock } = parts;
  const rules = { ...senderRules, ...parts.rules };
  const turns = createTurns({ store, clock, rules });
  const pending = createPending(rules);

  async function carryOut(order: WebhookOrder, signal?: AbortSignal): Promise<PlatformAnswer> {
    const subject: Subject = { webhook: webhookKey(order.address), kind: order.action.kind };
    const turn = await turns.wait(subject, signal);
    try {
      // Others do not wait for an upload: it may take as long as its sender's connection likes.
      if (isStreamed(order)) turn.leave();
      const response = await call(client, order, { rules, beforeSend: turn.pass });
      const verdict = judge(response, order.action);
      await learn(turns, subject, response);
      await remember(verdict, { store, turns, subject, standing: turn.standing });
      return answerTo(verdict);
    } finally {
      turn.leave();
    }
  }

  return {
    send: async (order, signal) => {
      try {
        const leave = pending.enter(bytesOf(order, rules));
        try {
          return await carryOut(order, signal);
        } finally {
          leave();
        }
      } finally {
        endBody(order);
      }
    },
  };
}

/** Bounds what waits or is under way, in number and in memory. */
function createPending({ maxPending, maxPendingBytes }: SenderRules) {
  let count = 0;
  let bytes = 0;
  return {
    enter: (bodyBytes: number): (() => void) => {
      if (count >= maxPending || bytes + bodyBytes > maxPendingBytes) throw overloaded(1);
      count += 1;
      bytes += bodyBytes;
      return () => {
        count -= 1;
        bytes -= bodyBytes;
      };
    },
  };
}

function isStreamed({ body }: WebhookOrder): boolean {
  return body !== undefined && !(body.content instanceof Uint8Array);
}

function bytesOf({ body }: WebhookOrder, { streamBytes }: SenderRules): number {
  if (body === undefined) return 0;
  return body.content instanceof Uint8Array ? body.content.length : streamBytes;
}

/** Nobody reads on in a body that was not sent to its end. */
function endBody({ body }: WebhookOrder): void {
  if (body === undefined || body.content instanceof Uint8Array) return;
  // Not waited for: one that stalls in the middle of a piece ends when that arrives.
  void body.content[Symbol.asyncIterator]().return?.();
}

type Calling = {
  readonly rules: SenderRules;
  /** The last wait, when all else is ready. */
  readonly beforeSend: () => Promise<void>;
};

async function call(
  client: SenderParts['client'],
  order: WebhookOrder,
  { rules: { timeoutMs, streamTimeoutMs }, beforeSend }: Calling,
): Promise<UpstreamResponse> {
  const { body, githubEvent, query, action } = order;
  try {
    return await client.send({
      method: methodOf(action),
      segments: segmentsOf(order),
      query: { ...query },
      headers: {
        ...(body !== undefined && { 'content-type': body.contentType }),
        ...(githubEvent !== undefined && { 'x-github-event': githubEvent }),
      },
      body: body?.content,
      beforeSend,
      timeoutMs: isStreamed(order) ? streamTimeoutMs : timeoutMs,
    });
  } catch (error) {
    throw error instanceof NetError ? translated(error) : error;
  }
}

/** Without the cause: what a connection says of itself can hold parts of an answer. */
function translated({ kind }: NetError): LineupError {
  if (kind === 'busy') return overloaded(1);
  const cause = new Error(`chat platform: ${kind}`);
  const code = kind === 'timeout' ? 'upstream-timeout' : 'upstream-failed';
  return new LineupError(code, undefined, { cause });
}

async function learn(turns: Turns, subject: Subject, response: UpstreamResponse): Promise<void> {
  const told = windowIn(response);
  // A 429 says how long to wait in words of its own.
  if (told !== null && response.status !== 429) await turns.learn(subject, told.bucket, told.seen);
}

type Memory = {
  readonly store: SharedStore;
  readonly turns: Turns;
  readonly subject: Subject;
  /** What was known before. */
  readonly standing: Standing;
};

async function remember(
  verdict: Verdict,
  { store, turns, subject, standing }: Memory,
): Promise<void> {
  switch (verdict.kind) {
    case 'answer':
      if (verdict.isGood && !standing.isKnownGood) await store.noteGood(subject.webhook);
      if (verdict.isInvalid) await store.noteInvalid();
      break;
    case 'dead':
      await store.noteDead(subject.webhook);
      if (verdict.isInvalid) await store.noteInvalid();
      break;
    case 'limited':
      await turns.pause(verdict.isForAll ? 'all' : subject, verdict.retryAfterMs);
      await store.noteInvalid();
      break;
    case 'failed':
      if (verdict.isInvalid) await store.noteInvalid();
      break;
  }
}

function answerTo(verdict: Verdict): PlatformAnswer {
  if (verdict.kind === 'limited') throw tooManyRequests(verdict.retryAfterMs);
  if (verdict.kind === 'failed') throw new LineupError('upstream-failed');
  if (verdict.answer === null) throw new LineupError('unknown-webhook');
  return verdict.answer;
}

import { withBrokenMassMentions, withoutMassMentions } from '../../chat/mentions.ts';
import {
  checkEmbedText,
  checkNotEmpty,
  checkSlackNotEmpty,
  type ChatMessage,
} from '../../chat/message.ts';
import type {
  PlatformAnswer,
  WebhookAction,
  WebhookAddress,
  WebhookOrder,
  WebhookQuery,
} from '../../chat/order.ts';
import type { WebhookSender } from '../../chat/sender.ts';
import { rewriteUpload, type Upload } from '../../chat/upload.ts';
import type { PostQuery } from './schema.ts';

export type RelayParts = {
  readonly sender: WebhookSender;
  /** Lets `@everyone`, `@here` and role mentions through. */
  readonly allowMassMentions: boolean;
  /** Text that no file holds, anew each time. */
  readonly createBoundary: () => string;
};

/** What is asked for, and of which webhook. */
export type RelayTarget = {
  readonly address: WebhookAddress;
  readonly action: WebhookAction;
  readonly query: PostQuery;
  /** Aborts when whoever asked is gone: what still waits for its turn is then not sent. */
  readonly signal?: AbortSignal;
};

/** The message, if its form is right. `place` is what it is called in the request. */
type ReadMessage = (value: unknown, place: string) => ChatMessage;

export type Relay = {
  /** @throws {LineupError} of the sender; `bad-request` that names the field. */
  readonly message: (target: RelayTarget, body: ChatMessage) => Promise<PlatformAnswer>;
  /** A message with files, as it arrives. */
  readonly upload: (
    target: RelayTarget,
    upload: Omit<Upload, 'isNew'>,
    read: ReadMessage,
  ) => Promise<PlatformAnswer>;
  /** A body in the form of another service. */
  readonly foreign: (
    target: RelayTarget,
    body: ChatMessage,
    githubEvent?: string,
  ) => Promise<PlatformAnswer>;
  /** What needs no body. */
  readonly bare: (target: RelayTarget) => Promise<PlatformAnswer>;
};

/** Checks what is to be sent, takes from it what is not to be sent, and hands it to the sender. */
export function createRelay({ sender, allowMassMentions, createBoundary }: RelayParts): Relay {
  /** What every message goes through, wherever it is written. */
  function sendable(message: ChatMessage, place: string): ChatMessage {
    checkEmbedText(message, place);
    return allowMassMentions ? message : withoutMassMentions(message);
  }

  return {
    message: async (target, body) => {
      if (isNew(target)) checkNotEmpty(body, 'body');
      const order = { ...orderOf(target), body: jsonBody(sendable(body, 'body')) };
      return sender.send(order, target.signal);
    },
    upload: async (target, upload, read) => {
      const body = await rewriteUpload(
        { ...upload, isNew: isNew(target) },
        { checked: (message, place) => sendable(read(message, place), place), createBoundary },
      );
      return sender.send({ ...orderOf(target), body }, target.signal);
    },
    foreign: async (target, body, githubEvent) => {
      if (target.action.kind === 'slack') checkSlackNotEmpty(body);
      const order = {
        ...orderOf(target),
        body: jsonBody(allowMassMentions ? body : withBrokenMassMentions(body)),
        ...(githubEvent !== undefined && { githubEvent }),
      };
      return sender.send(order, target.signal);
    },
    bare: async (target) => sender.send(orderOf(target), target.signal),
  };
}

function isNew({ action }: RelayTarget): boolean {
  return action.kind === 'execute';
}

/** Written anew: what is sent is what has been checked, whatever the client's spelling of it. */
function jsonBody(value: unknown): NonNullable<WebhookOrder['body']> {
  return { content: Buffer.from(JSON.stringify(value)), contentType: 'application/json' };
}

function orderOf({ address, action, query }: RelayTarget): WebhookOrder {
  const { id, token } = address;
  return { address: { id, token }, action, query: queryOf(query) };
}

function queryOf({ wait, with_components: withComponents, thread_id }: PostQuery): WebhookQuery {
  return {
    ...(wait !== undefined && { wait: flagOf(wait) }),
    ...(withComponents !== undefined && { with_components: flagOf(withComponents) }),
    ...(thread_id !== undefined && { thread_id }),
  };
}

function flagOf(text: string): 'true' | 'false' {
  return /^(true|1)$/i.test(text) ? 'true' : 'false';
}

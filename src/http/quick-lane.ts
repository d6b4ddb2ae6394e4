import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { knownTo } from './conditional.ts';
import type { NoteRequest } from './connections.ts';
import { clientAddressOf, type ProxyTrust } from './proxy-trust.ts';
import { publicApiHeaders } from './public-headers.ts';
import { postKey, type QuickAnswer, type QuickAnswers } from './quick-answers.ts';
import { pushStanding, whenKnown, type RateLimiter, type Standing } from './rate-limit.ts';
import { isDoubled } from './refusals.ts';
import { answerLine, brokenOffStatus, type AnswerFacts } from './request-log.ts';

/** What handles a request of Node's HTTP server. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

type LaneParts = {
  readonly answers: QuickAnswers;
  readonly limiter: RateLimiter | undefined;
  readonly trust: ProxyTrust;
  readonly nextId: () => string;
  readonly noteRequest: NoteRequest;
  /** Whether the server takes leave of its clients, which the usual way tells them. */
  readonly isClosing: () => boolean;
  /** Where answers are logged, if they are. */
  readonly log: Pick<FastifyBaseLogger, 'info'> | undefined;
  readonly onAnswer: ((answer: AnswerFacts) => void) | undefined;
};

/**
 * A way past the router for what was answered with a picture a moment ago: the same answer again, with
 * limit, headers, log line and metrics as everywhere, without routing, hooks and reply, which cost most
 * of a hit (`bench/http.ts`). Whatever is not as plain as that, a spent limit included, goes the usual
 * way.
 */
export function quickLane(parts: LaneParts, usual: RequestHandler): RequestHandler {
  const { answers, isClosing } = parts;
  const takePost: RequestHandler = (request, response) => {
    const body = bodyAtHand(request);
    const key = body && keyOf(request.url ?? '', body);
    const answer = key === undefined ? undefined : answers.find(key, knownTo(request));
    // Whoever answers it in the usual way has to find it unread; else it has to come to its end.
    if (answer !== undefined) request.resume();
    else if (body !== undefined) request.unshift(body);
    take(parts, usual, { request, response, answer });
  };
  return (request, response) => {
    const { method, url = '', headers } = request;
    // A request without one `Host` is refused.
    if (headers.host === undefined || isDoubled(headers.host) || isClosing())
      usual(request, response);
    else if (method === 'GET' || method === 'HEAD') {
      const answer = hasBody(request) ? undefined : answers.find(url, knownTo(request));
      take(parts, usual, { request, response, answer });
    } else if (method === 'POST' && answers.hasPosts(url) && isSmallJson(request)) {
      // By then all of the packet has been read that the head came in, which mostly has the body too.
      process.nextTick(takePost, request, response);
    } else usual(request, response);
  };
}

/** Larger than a list of ten names and labels. */
const smallBytes = 8 * 1024;

function isSmallJson({ headers }: IncomingMessage): boolean {
  return (
    Number(headers['content-length']) <= smallBytes &&
    headers['content-type']?.startsWith('application/json') === true
  );
}

/** The body, if all of it is there already; otherwise it stays unread. */
function bodyAtHand(request: IncomingMessage): Buffer | undefined {
  const body: unknown = request.read();
  if (!(body instanceof Buffer)) return undefined;
  if (body.length === Number(request.headers['content-length'])) return body;
  request.unshift(body);
  return undefined;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** The same as the route makes of it, however it was spaced; `undefined` for what is no JSON. */
function keyOf(url: string, body: Buffer): string | undefined {
  try {
    return postKey(url, JSON.parse(body.toString()));
  } catch {
    return undefined;
  }
}

type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: QuickAnswer | undefined;
};

function take(parts: LaneParts, usual: RequestHandler, { request, response, answer }: Asked): void {
  if (answer === undefined) {
    usual(request, response);
    return;
  }
  const startMs = performance.now();
  const address = clientAddressOf(request, parts.trust);
  const { socket } = request;
  // The connection is at work, also while a shared window is asked.
  parts.noteRequest(socket, 1);
  whenKnown(standingOf(parts.limiter, address, answer), (standing) => {
    // Nothing was taken from a window that is spent, so the usual way may ask it again.
    if (answer.bytes !== null && isRefusing(standing)) {
      usual(request, response);
      parts.noteRequest(socket, -1);
      return;
    }
    const id = parts.nextId();
    report(parts, { request, response, answer, address, id, startMs });
    send(answer, { request, response, id, standing });
  });
}

function isRefusing(standing: Standing | undefined): boolean {
  return standing !== undefined && standing.retryAfterSeconds !== null;
}

/** A 304 from memory is free. */
function standingOf(limiter: RateLimiter | undefined, address: string, { bytes }: QuickAnswer) {
  return bytes === null ? limiter?.look(address, 'api') : limiter?.take(address, 'api');
}

type Sending = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly standing: Standing | undefined;
};

function send(answer: QuickAnswer, { request, response, id, standing }: Sending): void {
  const headers = ['x-request-id', id].concat(publicApiHeaders, answer.headers);
  if (standing !== undefined) pushStanding(headers, standing);
  response.writeHead(answer.bytes === null ? 304 : 200, headers);
  response.end(request.method === 'HEAD' ? null : answer.bytes);
}

type Reported = Omit<Sending, 'standing'> & {
  readonly answer: QuickAnswer;
  readonly address: string;
  readonly startMs: number;
};

/** Once the answer is sent the connection is idle again, and the answer is logged and counted. */
function report({ noteRequest, log, onAnswer }: LaneParts, reported: Reported): void {
  const { request, response, answer, address, id, startMs } = reported;
  const { socket, method = '' } = request;
  response.on('close', () => {
    noteRequest(socket, -1);
    const ms = performance.now() - startMs;
    const facts = {
      method,
      route: answer.route,
      status: response.writableFinished ? response.statusCode : brokenOffStatus,
      ms,
    };
    log?.info({ reqId: id, ...answerLine(facts, address) }, 'answered');
    onAnswer?.(facts);
  });
}

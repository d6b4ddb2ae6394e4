import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { knownTo } from './conditional.ts';
import type { NoteRequest } from './connections.ts';
import { clientAddressOf, type ProxyTrust } from './proxy-trust.ts';
import { publicApiHeaders } from './public-headers.ts';
import type { QuickAnswer, QuickAnswers } from './quick-answers.ts';
import { pushStanding, whenKnown, type RateLimiter, type Standing } from './rate-limit.ts';
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
 * A way past the router for `GET` and `HEAD` of a URL that was answered with a picture a moment ago:
 * the same answer again, with limit, headers, log line and metrics as everywhere. A hit costs half of
 * what it does through routing, hooks and reply (`bench/http.ts`). Whatever is not as plain as that,
 * a spent limit included, goes the usual way.
 */
export function quickLane(parts: LaneParts, usual: RequestHandler): RequestHandler {
  return (request, response) => {
    const answer = findAnswer(parts, request);
    if (answer === undefined) return usual(request, response);
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
  };
}

function findAnswer(
  { answers, isClosing }: LaneParts,
  request: IncomingMessage,
): QuickAnswer | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  // A request without `Host` is refused, and a body has to be read.
  const isPlain =
    headers.host !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined;
  return isPlain && !isClosing() ? answers.find(url, knownTo(request)) : undefined;
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

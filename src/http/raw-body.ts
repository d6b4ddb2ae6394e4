import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { LineupError } from '../errors/lineup-error.ts';

/** Bodies are read as they are: what was packed is packed JSON and not bad JSON. */
export function assertNotPacked({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (/^(identity)?$/i.test(coding.trim())) return;
  const named = /^[\w.+-]{1,40}$/.test(coding) ? `, and not ${coding}` : '';
  const detail = `header.content-encoding: must be identity${named}`;
  throw new LineupError('unsupported-media-type', detail);
}

/** A body as it arrives. By default the end of the loop would end the connection, and the answer with it. */
export function chunksOf(raw: IncomingMessage): AsyncIterable<Uint8Array> {
  return raw.iterator({ destroyOnReturn: false });
}

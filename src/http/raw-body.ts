import type { IncomingMessage } from 'node:http';
import { LineupError } from '../errors/lineup-error.ts';

/** Why a body is refused that is packed, and would be taken for bad JSON; `null` for any other. */
export function packedRefusal({ headers }: IncomingMessage): LineupError | null {
  const { 'content-encoding': coding = '' } = headers;
  const hasBody = (headers['transfer-encoding'] ?? headers['content-length']) !== undefined;
  if (!hasBody || /^(identity)?$/i.test(coding.trim())) return null;
  return new LineupError('unsupported-media-type', 'header.content-encoding: must be identity');
}

/** A body as it arrives. By default the end of the loop would end the connection, and the answer with it. */
export function chunksOf(raw: IncomingMessage): AsyncIterable<Uint8Array> {
  return raw.iterator({ destroyOnReturn: false });
}

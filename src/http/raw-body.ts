import type { IncomingMessage } from 'node:http';
import { LineupError } from '../errors/lineup-error.ts';

/** The error for a compressed body instead of "invalid JSON"; `null` if it is not compressed. */
export function packedRefusal({ headers }: IncomingMessage): LineupError | null {
  const { 'content-encoding': coding = '' } = headers;
  const hasBody = (headers['transfer-encoding'] ?? headers['content-length']) !== undefined;
  if (!hasBody || /^(identity)?$/i.test(coding.trim())) return null;
  return new LineupError('unsupported-media-type', 'header.content-encoding: must be identity');
}

import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';
import type { Players } from './players.ts';
import type { PlayerReference } from './reference.ts';

const forms =
  'a player name (1 to 25 of A–Z, a–z, 0–9 and _), a UUID, a Bedrock gamertag (.Steve 123) or XUID (xuid:…), a texture hash';
const sample = 'the name of a sample';

/**
 * Reads a player reference.
 * @param service from `readService`
 * @throws {LineupError} `bad-request` if it is none
 */
export function readReference(
  { parseReference }: Pick<Players, 'parseReference'>,
  value: string,
  service: string | null,
  fieldPath = 'path.player',
): PlayerReference {
  const reference = parseReference(value, service);
  if (reference !== null) return reference;
  throw badRequest(`${fieldPath}: must be ${forms} or ${sample}`);
}

/** The error for text that is neither a player reference nor a URL. */
export function badReferenceOrUrl(fieldPath: string): LineupError {
  const url = 'an http, https or data URL';
  return badRequest(`${fieldPath}: must be ${forms}, ${sample} or ${url}`);
}

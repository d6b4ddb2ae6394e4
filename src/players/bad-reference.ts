import { badRequest, type LineupError } from '../errors/lineup-error.ts';

const forms =
  'a player name (1 to 16 of A–Z, a–z, 0–9 and _), a UUID, a Bedrock gamertag (.Steve 123) or XUID (xuid:…), a texture hash';
const sample = 'the name of a sample';

/** The error for text that is not a player reference. */
export function badReference(fieldPath = 'path.player'): LineupError {
  return badRequest(`${fieldPath}: must be ${forms} or ${sample}`);
}

/** The same if URLs are allowed, too. */
export function badReferenceOrUrl(fieldPath: string): LineupError {
  const url = 'an http, https or data URL';
  return badRequest(`${fieldPath}: must be ${forms}, ${sample} or ${url}`);
}

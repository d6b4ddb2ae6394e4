import { LineupError } from '../errors/lineup-error.ts';

const forms =
  'a player name (1 to 16 of A–Z, a–z, 0–9 and _), a UUID, a Bedrock gamertag (.Steve 123) or XUID (xuid:…), a texture hash';
const sample = 'the name of a sample';

/** The error for a text that can mean no player, in a path that names one. */
export function badReference(): LineupError {
  return new LineupError('bad-request', `path.player: must be ${forms} or ${sample}`);
}

/** The same where URLs are taken too. */
export function badReferenceOrUrl(place: string): LineupError {
  const url = 'an http, https or data URL';
  return new LineupError('bad-request', `${place}: must be ${forms}, ${sample} or ${url}`);
}

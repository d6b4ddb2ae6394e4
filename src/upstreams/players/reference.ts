import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';

/** All parts are canonical: lower-case hex, no dashes, the sample name as on disk. */
type ReferenceParts = {
  readonly name: { readonly name: string };
  readonly uuid: { readonly uuid: string };
  readonly texture: { readonly hash: string };
  readonly sample: { readonly stem: string };
  /** A Bedrock player by name, without the dot, with real spaces. */
  readonly gamertag: { readonly gamertag: string };
  /** A Bedrock player by XUID: decimal digits without leading zeros. */
  readonly xuid: { readonly xuid: string };
  /** A player of another account service, which is named as in the settings. */
  readonly 'service-name': { readonly service: string; readonly name: string };
  readonly 'service-uuid': { readonly service: string; readonly uuid: string };
};

export type ReferenceKind = keyof ReferenceParts;

export type PlayerReference<Kind extends ReferenceKind = ReferenceKind> = {
  [K in Kind]: { readonly kind: K } & ReferenceParts[K];
}[Kind];

// New accounts have up to 16; the account service looks up as many as this, which old ones have.
const namePattern = /^[A-Za-z0-9_]{1,25}$/;
const dashedPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hexPattern = /^[0-9a-f]{32,64}$/i;

/**
 * What makes 32 hex digits without dashes a UUID rather than a texture hash: the version (1–8) and
 * variant (8–b) digits of RFC 9562. Accounts are version 4, players of offline servers version 3.
 */
const plainUuidPattern = /^[0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15}$/i;

/** The UUID of a Bedrock player on a Java server with Floodgate: eight zero bytes, then the XUID. */
const floodgatePattern = /^0{16}([0-9a-f]{16})$/i;

// Combining marks belong to the letters before them. A single `.`, or one followed by blanks, is no
// name.
const gamertagPattern = /^\.(?=.*[\p{L}\p{N}])([\p{L}\p{M}\p{N}_ ]{1,16})(?:#(\d{4}))?$/u;
const xuidPattern = /^xuid:(\d{1,20})$/;

/**
 * Parses a player reference; returns null if it is invalid.
 *
 * Tried in this order: a sample name, an account name (1–25 of `A-Za-z0-9_`, including "cafe"), a
 * Bedrock player (`.gamertag`, `xuid:…`, a Floodgate UUID), a UUID, a texture hash. A UUID with dashes
 * may have any version, as nothing else looks like it. Nothing is trimmed.
 * @param findStem returns the spelling on disk of a sample name, or null. It compares with a listing of
 *   the folder: no path is ever made from the value.
 */
export function parsePlayerReference(
  value: string,
  findStem: (value: string) => string | null,
): PlayerReference | null {
  const stem = findStem(value);
  if (stem !== null) return { kind: 'sample', stem };
  if (namePattern.test(value)) return { kind: 'name', name: value };
  return parseBedrock(value) ?? parseHex(value);
}

/** Bedrock players by name, by XUID, or as a Floodgate UUID. */
function parseBedrock(value: string): PlayerReference<'gamertag' | 'xuid'> | null {
  const [, gamertag, suffix = ''] = gamertagPattern.exec(value) ?? [];
  // Gamertags contain spaces, for which Floodgate writes underscores; the digits after `#` are part
  // of the name.
  if (gamertag !== undefined) {
    return { kind: 'gamertag', gamertag: gamertag.replaceAll('_', ' ').trim() + suffix };
  }
  const [, digits] = xuidPattern.exec(value) ?? [];
  const isUuid = value.length === 32 || dashedPattern.test(value);
  const [, hex] = (isUuid && floodgatePattern.exec(value.replaceAll('-', ''))) || [];
  if (digits === undefined && hex === undefined) return null;
  return { kind: 'xuid', xuid: String(BigInt(digits ?? `0x${hex}`)) };
}

function parseHex(value: string): PlayerReference<'uuid' | 'texture'> | null {
  if (dashedPattern.test(value) || plainUuidPattern.test(value)) {
    return { kind: 'uuid', uuid: value.replaceAll('-', '').toLowerCase() };
  }
  return hexPattern.test(value) ? { kind: 'texture', hash: value.toLowerCase() } : null;
}

/** The UUID of a Bedrock player on Java servers, 32 hex digits. */
export function floodgateUuid(xuid: string): string {
  return BigInt(xuid).toString(16).padStart(32, '0');
}

/** The same player at another account service. References without an account stay unchanged. */
export function referenceAt(reference: PlayerReference, service: string | null): PlayerReference {
  if (service === null) return reference;
  if (reference.kind === 'name') return { kind: 'service-name', service, name: reference.name };
  if (reference.kind === 'uuid') return { kind: 'service-uuid', service, uuid: reference.uuid };
  return reference;
}

/** Other account services have names of their own kinds; none of these is part of a path or URL. */
const serviceNamePattern = /^(?=.*\S)[^\p{C}/\\:]{1,64}$/u;

/** What is nothing else may be a name at an account service; null without one. */
export function nameAt(value: string, service: string | null): PlayerReference | null {
  if (service === null || !serviceNamePattern.test(value)) return null;
  return { kind: 'service-name', service, name: value };
}

const forms =
  'a player name (1 to 25 of A–Z, a–z, 0–9 and _), a UUID, a Bedrock gamertag (.Steve 123) or XUID (xuid:…), a texture hash';
const sample = 'the name of a sample';

/**
 * Reads a player reference.
 * @param service from `readService`
 * @throws {LineupError} `bad-request` if it is none
 */
export function readReference(
  {
    parseReference,
  }: { parseReference: (value: string, service: string | null) => PlayerReference | null },
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

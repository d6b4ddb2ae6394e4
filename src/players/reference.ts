/** All parts are canonical: hex in lower case, no dashes, the stem as on disk. */
type ReferenceParts = {
  readonly name: { readonly name: string };
  readonly uuid: { readonly uuid: string };
  readonly texture: { readonly hash: string };
  readonly sample: { readonly stem: string };
};

/** The ways to say whom one means. */
export type ReferenceKind = keyof ReferenceParts;

/** Whom a client means. */
export type PlayerReference<Kind extends ReferenceKind = ReferenceKind> = {
  [K in Kind]: { readonly kind: K } & ReferenceParts[K];
}[Kind];

const namePattern = /^[A-Za-z0-9_]{1,16}$/;
const dashedPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hexPattern = /^[0-9a-f]{32,64}$/i;

/**
 * What makes 32 hex digits without dashes a UUID rather than a texture hash: the version (1–8) and
 * variant (8–b) digits of RFC 9562. Accounts are version 4, players of offline servers version 3.
 */
const plainUuidPattern = /^[0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15}$/i;

/**
 * Reads a player reference, or answers null for what can't be one.
 *
 * In this order: a file of the sample folder, a name (1–16 of `A-Za-z0-9_`, so also "cafe"), a UUID,
 * a texture hash. With dashes a UUID is one whatever its version says: nothing else looks like it,
 * and Bedrock players on Java servers have such without a version. Nothing is trimmed.
 *
 * @param findStem the spelling on disk of a file stem that the sample folder has, else null. The
 *   folder was listed at the start and is only compared with: no path is ever made of the value.
 */
export function parsePlayerReference(
  value: string,
  findStem: (value: string) => string | null,
): PlayerReference | null {
  const stem = findStem(value);
  if (stem !== null) return { kind: 'sample', stem };
  if (namePattern.test(value)) return { kind: 'name', name: value };
  if (dashedPattern.test(value) || plainUuidPattern.test(value)) {
    return { kind: 'uuid', uuid: value.replaceAll('-', '').toLowerCase() };
  }
  if (hexPattern.test(value)) return { kind: 'texture', hash: value.toLowerCase() };
  return null;
}

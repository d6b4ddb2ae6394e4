import { createHash } from 'node:crypto';

/** Lua that Redis runs as one step. */
export type Script = { readonly lua: string; readonly sha1: string };

export function scriptOf(lua: string): Script {
  return { lua, sha1: createHash('sha1').update(lua).digest('hex') };
}

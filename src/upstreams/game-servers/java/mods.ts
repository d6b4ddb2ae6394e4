import type { Mod, ServerDetails } from '../server-status.ts';
import { createByteReader } from '../wire/byte-reader.ts';
import { asFields, asList, asText, type Fields } from '../../net/read-json.ts';
import { shortText } from '../motd/section-codes.ts';

/** The largest packs have some 500. */
const maxMods = 1000;
/** Each UTF-16 unit contains fifteen bits. */
const bitsAUnit = 15;

type ModList = Pick<ServerDetails, 'mods' | 'modsTruncated'>;

/**
 * The mods of a Forge server, in any of three formats: `modinfo` (1.7 to 1.12), `forgeData` (1.13 to
 * 1.17), and `forgeData.d`, packed into text (since 1.18). Null if there is none.
 */
export function readMods({ modinfo, forgeData }: Fields): ModList {
  if (forgeData !== undefined) {
    const { d, mods, truncated } = asFields(forgeData);
    return typeof d === 'string'
      ? unpackMods(d)
      : { mods: listMods(mods, ['modId', 'modmarker']), modsTruncated: truncated === true };
  }
  if (modinfo === undefined) return { mods: null, modsTruncated: null };
  return {
    mods: listMods(asFields(modinfo)['modList'], ['modid', 'version']),
    modsTruncated: false,
  };
}

type FieldNames = readonly ['modId', 'modmarker'] | readonly ['modid', 'version'];

function listMods(list: unknown, [idField, versionField]: FieldNames): Mod[] {
  return asList(list)
    .slice(0, maxMods)
    .flatMap((entry) => {
      const fields = asFields(entry);
      const id = asText(fields[idField]);
      const version = asText(fields[versionField]);
      return id === null ? [] : [modOf(id, version)];
    });
}

/** Version markers of mods that only the server needs. */
const serverOnly = /^(?:OHNOES.*|IGNORESERVERONLY|IGNORE.*|ANY)$/u;

function modOf(id: string, version: string | null): Mod {
  const isVersion = version !== null && version !== '' && !serverOnly.test(version);
  return { id: shortText(id), version: isVersion ? shortText(version) : null };
}

/**
 * Layout: truncated (bool), number of mods (u16); for each mod a VarInt (number of channels × 2, + 1 if
 * it has no version), id, version; for each channel name, version and a bool. Everything before damaged
 * data is kept.
 */
function unpackMods(packed: string): ModList {
  const mods: Mod[] = [];
  let modsTruncated = false;
  try {
    const reader = createByteReader(unpackBytes(packed));
    modsTruncated = reader.uint8() !== 0;
    const count = Math.min(reader.uint16(), maxMods);
    for (let i = 0; i < count; i++) {
      const flags = reader.varInt();
      const id = reader.string();
      mods.push(modOf(id, (flags & 1) === 1 ? null : reader.string()));
      for (let channel = 0; channel < flags >>> 1; channel++) {
        reader.string();
        reader.string();
        reader.uint8();
      }
    }
  } catch {
    // Truncated on the way.
    modsTruncated = true;
  }
  return { mods, modsTruncated };
}

/** The first two units are the number of bytes, fifteen bits each; the bytes follow, low bits first. */
function unpackBytes(packed: string): Uint8Array {
  const size = packed.charCodeAt(0) | (packed.charCodeAt(1) << bitsAUnit);
  // The length of the text bounds the size, whatever it claims.
  const bytes = new Uint8Array(Math.ceil(((packed.length - 2) * bitsAUnit) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 2; i < packed.length; i++) {
    bits |= (packed.charCodeAt(i) & 0x7fff) << held;
    held += bitsAUnit;
    for (; held >= 8; held -= 8) {
      bytes[at++] = bits & 0xff;
      bits >>>= 8;
    }
  }
  if (held > 0 && at < bytes.length) bytes[at] = bits & 0xff;
  return bytes.subarray(0, Math.max(0, size));
}

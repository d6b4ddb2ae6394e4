import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { bytesCodec, jsonCodec, orNull, type Codec } from './cache/redis-tier.ts';
import type { OwnSheet } from './players/player.ts';
import { hasPngSignature } from './players/png-signature.ts';
import type { Account, Profile } from './players/profile-format.ts';

const uuid = Type.String({ pattern: '^[0-9a-f]{32}$' });
const textureHash = Type.String({ pattern: '^[0-9a-f]{1,128}$' });
const account = Type.Object({ uuid, name: Type.String({ minLength: 1, maxLength: 64 }) });
const skin = Type.Object({
  hash: textureHash,
  model: Type.Union([Type.Literal('classic'), Type.Literal('slim')]),
});
const profile = Type.Object({
  ...account.properties,
  skin: Type.Union([skin, Type.Null()]),
  cape: Type.Union([textureHash, Type.Null()]),
});
const accountCheck = Compile(account);
const profileCheck = Compile(profile);

/** A sheet travels as its PNG file; its revision is made anew from what arrives. */
const ownSheetCodec: Codec<OwnSheet> = {
  encode: ({ sheet }) => sheet,
  decode: (sheet) => {
    const revision = createHash('sha256').update(sheet).digest('hex');
    return { kind: 'own', revision, url: null, sheet };
  },
};

/** How what is remembered travels between instances. What comes back is checked like a stranger's. */
export const memoryCodecs = {
  accounts: orNull(jsonCodec((value): value is Account => accountCheck.Check(value))),
  profiles: orNull(jsonCodec((value): value is Profile => profileCheck.Check(value))),
  textures: orNull(bytesCodec(hasPngSignature)),
  urlSkins: orNull(ownSheetCodec),
  // PNG, WebP (RIFF) or AVIF (a box called ftyp).
  pictures: bytesCodec(
    (bytes) =>
      hasPngSignature(bytes) || asciiAt(bytes, 0) === 'RIFF' || asciiAt(bytes, 4) === 'ftyp',
  ),
} as const;

function asciiAt(bytes: Uint8Array, start: number): string {
  return String.fromCodePoint(...bytes.subarray(start, start + 4));
}

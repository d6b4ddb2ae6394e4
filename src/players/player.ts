import { createHash } from 'node:crypto';

/** The arms of a figure: four pixels wide, or three. */
export type PlayerModel = 'classic' | 'slim';

/**
 * Where a sheet (skin or cape) comes from. `revision` is what a picture of it depends on: the hash
 * of the texture, or the SHA-256 of the bytes of a sheet of our own. A cache key needs nothing else.
 */
export type SkinSource = TextureSource | ServiceTexture | OwnSheet;

/** A texture of the account service, to be loaded when it is needed. */
export type TextureSource = {
  readonly kind: 'texture';
  readonly revision: string;
  readonly url: string;
  /**
   * Who said that this texture exists. If it does not, a client that named it is told so (404),
   * while a profile that points nowhere is the account service's failure (502).
   */
  readonly namedBy: 'client' | 'profile';
};

/** A texture of another account service, at an address on a host that the service names as its own. */
export type ServiceTexture = {
  readonly kind: 'service-texture';
  /** Of service and address: the protocol has textures named by their content. */
  readonly revision: string;
  readonly url: string;
  /** By its name in the settings. */
  readonly service: string;
};

/** A sheet that is already here: a file of the sample folder, of a URL, or the bundled fallback. */
export type OwnSheet = {
  readonly kind: 'own';
  readonly revision: string;
  readonly url: null;
  /** The bytes of the PNG file. */
  readonly sheet: Uint8Array;
};

/** A player as far as a picture is concerned. */
export type Player = {
  /** As the account spells it; of a sample its file's stem; null when only a texture was named. */
  readonly name: string | null;
  /** 32 hex digits in lower case; null for samples and textures. */
  readonly uuid: string | null;
  readonly model: PlayerModel;
  readonly skin: SkinSource;
  readonly cape: SkinSource | null;
};

/** A sheet that is here, named by its content. */
export function ownSheet(sheet: Uint8Array): OwnSheet {
  const revision = createHash('sha256').update(sheet).digest('hex');
  return { kind: 'own', revision, url: null, sheet };
}

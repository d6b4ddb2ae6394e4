import { hash } from 'node:crypto';

/** Width of the arms: four pixels (classic) or three (slim). */
export type PlayerModel = 'classic' | 'slim';

/** The model of a figure; `auto` for that of which its skin has the arms. */
export type ModelOption = PlayerModel | 'auto';

/**
 * The source of a skin or cape. `revision` identifies its content for cache keys: the hash of the
 * texture, or the SHA-256 of the bytes.
 */
export type SkinSource = TextureSource | ServiceTexture | OwnSheet;

/** A texture of the account service, loaded when it is needed. */
export type TextureSource = {
  readonly kind: 'texture';
  readonly revision: string;
  readonly url: string;
  /** Who named the texture: a missing one is the client's mistake (404) or the service's (502). */
  readonly namedBy: 'client' | 'profile';
};

/** A texture of another account service, at a URL on one of its own hosts. */
export type ServiceTexture = {
  readonly kind: 'service-texture';
  /** Made from service and URL: in this protocol textures are named by their content. */
  readonly revision: string;
  readonly url: string;
  /** Its name in the settings. */
  readonly service: string;
};

/** A sheet that is already loaded: from the sample folder, from a URL, or the bundled fallback. */
export type OwnSheet = {
  readonly kind: 'own';
  readonly revision: string;
  readonly url: null;
  /** The bytes of the PNG file. */
  readonly sheet: Uint8Array;
};

/** What a picture needs to know about a player. */
export type Player = {
  /** The account's own spelling; for a sample its file name; null if only a texture was named. */
  readonly name: string | null;
  /** 32 hex digits in lower case; null for samples and textures. */
  readonly uuid: string | null;
  readonly model: PlayerModel;
  readonly skin: SkinSource;
  readonly cape: SkinSource | null;
};

/** A loaded sheet, identified by its content. */
export function ownSheet(sheet: Uint8Array): OwnSheet {
  return { kind: 'own', revision: hash('sha256', sheet), url: null, sheet };
}

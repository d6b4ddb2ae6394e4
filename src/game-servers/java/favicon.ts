/** As text it would have a third more; icons in use have up to some 15 kB. */
const mostIconBytes = 64 * 1024;
const iconSizePx = 64;

/** Signature, then the length and name of the header chunk (W3C PNG, sections 5.2 and 11.2.1). */
const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** Up to the end of the header's checksum, and the empty last chunk. */
const smallestPng = 33 + 12;

/**
 * The bytes of a favicon as servers send it, a data URI (old ones break it into lines); null when it
 * is anything but a PNG of 64×64 pixels of at most 64 kB.
 */
export function readFavicon(favicon: unknown): Uint8Array | null {
  if (typeof favicon !== 'string' || favicon.length > mostIconBytes * 2) return null;
  const [, base64] = /^data:image\/png;base64,([A-Za-z0-9+/=\s]+)$/i.exec(favicon) ?? [];
  if (base64 === undefined) return null;
  const png = Buffer.from(base64, 'base64');
  return isIcon(png) ? png : null;
}

function isIcon(png: Buffer): boolean {
  return (
    png.length >= smallestPng &&
    png.length <= mostIconBytes &&
    png.subarray(0, pngStart.length).equals(pngStart) &&
    png.readUInt32BE(16) === iconSizePx &&
    png.readUInt32BE(20) === iconSizePx
  );
}

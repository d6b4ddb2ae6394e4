declare module 'fontverter' {
  const fontverter: {
    /** Converts between the packed formats and OpenType; the format of `font` is found out. */
    convert(font: Buffer, to: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>;
  };
  export default fontverter;
}

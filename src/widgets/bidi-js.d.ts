// The package's own types are those of a CommonJS module and miss what its ES module exports.
declare module 'bidi-js/dist/bidi.mjs' {
  export default function createBidi(): {
    /** One level for each UTF-16 unit. */
    readonly getEmbeddingLevels: (
      text: string,
      base: 'ltr' | 'rtl',
    ) => { readonly levels: Uint8Array };
  };
}

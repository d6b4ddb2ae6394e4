// The package's own types describe its CommonJS module and lack the exports of its ES module.
declare module 'bidi-js/dist/bidi.mjs' {
  export default function createBidi(): {
    /** One level for each UTF-16 unit. */
    readonly getEmbeddingLevels: (
      text: string,
      base: 'ltr' | 'rtl',
    ) => { readonly levels: Uint8Array };
  };
}

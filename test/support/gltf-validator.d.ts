declare module 'gltf-validator' {
  /** Checks a file of glTF. */
  export function validateBytes(file: Uint8Array): Promise<{
    readonly issues: { readonly messages: readonly unknown[] };
  }>;
}

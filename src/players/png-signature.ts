const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Whether these bytes begin as every PNG file does; says nothing about the rest. */
export function hasPngSignature(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
/** GCM has a nonce of 96 bits and a tag of 128 (NIST SP 800-38D, section 5.2). */
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/** Encrypts a webhook's token, so that Redis never holds it in the clear. @param key 32 bytes */
export function createTokenSeal(key: Uint8Array) {
  return {
    /** @returns base64url of nonce, tag and ciphertext; different each time */
    seal: (token: string): string => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** @returns `null` if it was encrypted with another key, or is damaged */
    open: (sealed: string): string | null => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const token = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()];
        return Buffer.concat(token).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

export type TokenSeal = ReturnType<typeof createTokenSeal>;

/**
 * A key for operators who set none: derived from the text of `REDIS_URL` (HKDF-SHA-256, RFC 5869),
 * so that all instances have the same one and Redis itself does not hold it.
 */
export function deriveKey(redisUrl: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', redisUrl, '', 'lineup webhook queue', keyBytes));
}

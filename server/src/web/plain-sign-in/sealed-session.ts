import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** A session that a plain form has opened, as its cookie holds it. */
export interface PlainSession {
  userId: string;
  sessionId: string;
  refreshToken: string;
  /** The account's second factor is still to be shown. */
  isHalf: boolean;
  remember: boolean;
  /** In milliseconds. */
  expires: number;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'lakou plain session';

/** Encrypts what the cookie holds, so that it is of use to this server alone and cannot be made by anybody else. */
export function createSeal(secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', PURPOSE, 32));
  return {
    seal(session: PlainSession): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      const hidden = [cipher.update(JSON.stringify(session)), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...hidden]).toString('base64url');
    },
    /** Undefined where it is not ours, or too old. */
    open(sealed: string): PlainSession | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const shown = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
        const session = JSON.parse(Buffer.concat(shown).toString()) as PlainSession;
        return session.expires > Date.now() ? session : undefined;
      } catch {
        // Not sealed with this key.
        return undefined;
      }
    },
  };
}

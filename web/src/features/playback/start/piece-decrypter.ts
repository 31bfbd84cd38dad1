export const BLOCK_BYTES = 16;
const NOTHING = new Uint8Array();

export function importKey(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt', 'decrypt']);
}

/** Decrypts AES-CBC piece by piece. WebCrypto itself only takes whole messages, which end with padding. */
export class PieceDecrypter {
  readonly #key: CryptoKey;
  #iv: Uint8Array<ArrayBuffer>;

  constructor(key: CryptoKey, iv: Uint8Array<ArrayBuffer>) {
    this.#key = key;
    this.#iv = iv;
  }

  /** For whole blocks that others follow. */
  async decrypt(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const iv = bytes.slice(-BLOCK_BYTES);
    // Nothing, encrypted behind these blocks, is the block of padding that makes them a message.
    const padding = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, this.#key, NOTHING);
    const plain = await this.decryptLast(join(bytes, new Uint8Array(padding)));
    this.#iv = iv;
    return plain;
  }

  /** For the blocks at the end. */
  async decryptLast(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-CBC', iv: this.#iv }, this.#key, bytes));
  }
}

export function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

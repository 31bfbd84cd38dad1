const GCM = 'AES-GCM';

/** Something encrypted with a key that never leaves this browser; changing a bit of it makes it unreadable. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

export function createSealKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: GCM, length: 256 }, false, ['encrypt', 'decrypt']);
}

/** `about` names what is sealed: a seal cannot be put in the place of another one. */
export async function seal(key: CryptoKey, value: unknown, about: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const additionalData = new TextEncoder().encode(about);
  return { iv, data: await crypto.subtle.encrypt({ name: GCM, iv, additionalData }, key, text) };
}

/** Throws for what was changed, or sealed with another key or for another thing. */
export async function unseal<Value>(key: CryptoKey, { iv, data }: Sealed, about: string): Promise<Value> {
  const additionalData = new TextEncoder().encode(about);
  const bytes = await crypto.subtle.decrypt({ name: GCM, iv, additionalData }, key, data);
  return JSON.parse(new TextDecoder().decode(bytes)) as Value;
}

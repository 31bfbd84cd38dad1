const RSA = { name: 'RSA-OAEP', hash: 'SHA-256' };
const BITS = { least: 2048, most: 4096 };

/** Undefined for what is not a key of ours: too short to protect anything, or too long to compute with. */
export async function importPublicKey(spki: string): Promise<CryptoKey | undefined> {
  try {
    const bytes = Uint8Array.from(atob(spki), (character) => character.charCodeAt(0));
    const key = await crypto.subtle.importKey('spki', bytes, RSA, false, ['encrypt']);
    const { modulusLength } = key.algorithm as RsaHashedKeyAlgorithm;
    return modulusLength >= BITS.least && modulusLength <= BITS.most ? key : undefined;
  } catch {
    return undefined;
  }
}

/** As base64. Only the device has the private key. */
export async function encryptFor(device: CryptoKey, key: Uint8Array<ArrayBuffer>): Promise<string> {
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: RSA.name }, device, key));
  return btoa(String.fromCharCode(...encrypted));
}

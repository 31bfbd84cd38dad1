import type { Device, DeviceKeys } from './download.ts';
import { readDevice, saveDevice } from './download-store.ts';
import { createSealKey } from './seal.ts';

export const RSA = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;

/** The member's device in this browser, with keys. It is made at the first download. */
export async function openDevice(owner: string): Promise<Device & { keys: DeviceKeys }> {
  const known = await readDevice(owner);
  if (known?.keys) return { ...known, keys: known.keys };
  const device = { owner, id: known?.id ?? crypto.randomUUID(), keys: await createKeys() };
  await saveDevice(device);
  return device;
}

async function createKeys(): Promise<DeviceKeys> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    // Holds for the private key alone: public keys can always be exported.
    false,
    ['wrapKey', 'unwrapKey'],
  );
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
  return {
    privateKey,
    publicKey: btoa(String.fromCharCode(...spki)),
    sealKey: await createSealKey(),
  };
}

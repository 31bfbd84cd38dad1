import type { LicenceInput } from '@lakou/contract/playback/inputs';
import type { OfflineLicence } from '@lakou/contract/playback/responses';
import { callFunction } from '#lib/call-function.ts';
import { fromBase64 } from '../start/read-playlists.ts';
import { openDevice, RSA } from './device.ts';
import type { DeviceKeys, Download } from './download.ts';
import { changeDownload, readDevice } from './download-store.ts';
import { type Judgement, judgeLicence, type LicenceTimes, seenAfter } from './judge-licence.ts';
import { type Sealed, seal, unseal } from './seal.ts';

/** What is sealed: the key as the server encrypted it for this browser, and the times. */
interface KeptLicence extends LicenceTimes {
  key: string;
}

export type OpenedLicence =
  | { status: 'valid'; key: CryptoKey }
  /** `missing`: locked, withdrawn, or its seal is broken. */
  | { status: Exclude<Judgement, 'valid'> | 'missing' };

/** Requests a licence for a title, or for files that are here already. */
export async function requestLicence(owner: string, wanted: LicenceInput['wanted']): Promise<OfflineLicence> {
  const { id, keys } = await openDevice(owner);
  return callFunction('offline-licence', { device: id, publicKey: keys.publicKey, wanted });
}

/** Undefined where the keys of the download's owner are gone. */
export async function sealLicence(
  { owner, id }: Pick<Download, 'owner' | 'id'>,
  { key, ends_at, now }: Pick<OfflineLicence, 'key' | 'ends_at' | 'now'>,
): Promise<Sealed | undefined> {
  const keys = (await readDevice(owner))?.keys ?? undefined;
  // The server's clock is the one that counts.
  const kept: KeptLicence = { key, endsAt: Date.parse(ends_at), lastSeen: Date.parse(now) };
  return keys && seal(keys.sealKey, kept, id);
}

/** The film's key, while the licence is valid. It cannot be exported. */
export async function openLicence(download: Download): Promise<OpenedLicence> {
  const keys = (await readDevice(download.owner))?.keys;
  const kept = keys && (await readKept(keys, download));
  if (!kept) return { status: 'missing' };
  const now = Date.now();
  const status = judgeLicence(kept, now);
  await note(keys, download, { ...kept, lastSeen: seenAfter(kept.lastSeen, now, 0) });
  if (status !== 'valid') return { status };
  return { status, key: await unwrapKey(keys, kept.key) };
}

/** What `openLicence` would say, without noting anything. */
export async function judgeDownload(download: Download): Promise<Judgement | 'missing'> {
  const keys = (await readDevice(download.owner))?.keys;
  const kept = keys && (await readKept(keys, download));
  return kept ? judgeLicence(kept, Date.now()) : 'missing';
}

/** Time has passed while a film played; says whether it can go on. */
export async function passTime(download: Download, passedMs: number): Promise<Judgement | 'missing'> {
  const keys = (await readDevice(download.owner))?.keys;
  const kept = keys && (await readKept(keys, download));
  if (!kept) return 'missing';
  const now = Date.now();
  const lastSeen = seenAfter(kept.lastSeen, now, passedMs);
  await note(keys, download, { ...kept, lastSeen });
  return judgeLicence({ ...kept, lastSeen }, Math.max(now, lastSeen));
}

/** The server was asked: the licence's end and the time are as it says. */
export async function renewLicence(download: Download, ends_at: string, now: string): Promise<void> {
  const keys = (await readDevice(download.owner))?.keys;
  const kept = keys && (await readKept(keys, download));
  if (kept) await note(keys, download, { ...kept, endsAt: Date.parse(ends_at), lastSeen: Date.parse(now) });
}

async function readKept(
  { sealKey }: DeviceKeys,
  { id, licence }: Download,
): Promise<KeptLicence | undefined> {
  return licence ? unseal<KeptLicence>(sealKey, licence, id).catch(() => undefined) : undefined;
}

async function note({ sealKey }: DeviceKeys, { id }: Download, kept: KeptLicence): Promise<void> {
  const licence = await seal(sealKey, kept, id);
  // One that was withdrawn meanwhile stays so.
  await changeDownload(id, (now) => (now.licence ? { licence, endsAt: kept.endsAt } : {}));
}

async function unwrapKey({ privateKey }: DeviceKeys, key: string): Promise<CryptoKey> {
  return crypto.subtle.unwrapKey('raw', fromBase64(key), privateKey, { name: RSA.name }, 'AES-CBC', false, [
    'encrypt',
    'decrypt',
  ]);
}

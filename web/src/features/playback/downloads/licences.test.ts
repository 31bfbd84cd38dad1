import { createCipheriv, randomBytes } from 'node:crypto';
import type { LicenceInput } from '@lakou/contract/playback/inputs';
import type { OfflineLicence } from '@lakou/contract/playback/responses';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  encryptFor,
  importPublicKey,
} from '../../../../../supabase/functions/offline-licence/encrypt-key.ts';
import type { Device, Download } from './download.ts';
import { decryptCaptions, encryptCaptions } from './film-files.ts';
import { openLicence, passTime, renewLicence, requestLicence, sealLicence } from './licences.ts';

const DAY = 86_400_000;
const filmKey = randomBytes(16);
const devices = new Map<string, Device>();
const downloads = new Map<string, Download>();
let licensedDays = 14;

vi.mock('./download-store.ts', () => ({
  readDevice: async (owner: string) => devices.get(owner),
  saveDevice: async (device: Device) => void devices.set(device.owner, device),
  changeDownload: async (id: string, change: (now: Download) => Partial<Download>) => {
    const now = downloads.get(id);
    if (now) downloads.set(id, { ...now, ...change(now) });
  },
}));

/** The function's own encryption, without the database. */
vi.mock('#lib/call-function.ts', () => ({
  callFunction: async (_name: string, { publicKey }: LicenceInput) => {
    const device = await importPublicKey(publicKey);
    if (!device) throw new Error('not a key');
    const [now, ends] = [Date.now(), Date.now() + licensedDays * DAY].map((at) => new Date(at).toISOString());
    return { key: await encryptFor(device, new Uint8Array(filmKey)), ends_at: ends, now } as OfflineLicence;
  },
}));

/** A download with a licence, as it is in the browser's database. */
async function download(id: string, owner = 'mimose'): Promise<Download> {
  const given = await requestLicence(owner, { stream: id });
  const licence = (await sealLicence({ id, owner }, given)) ?? null;
  downloads.set(id, { id, owner, licence } as Download);
  return read(id);
}

const read = (id: string): Download => downloads.get(id) as Download;
const statusOf = async (id: string) => (await openLicence(read(id))).status;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 17) });
  devices.clear();
  downloads.clear();
  licensedDays = 14;
});
afterEach(() => vi.useRealTimers());

test('the key that a licence opens decrypts the film and cannot be taken out', async () => {
  const opened = await openLicence(await download('film'));
  if (opened.status !== 'valid') throw new Error(opened.status);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', filmKey, iv);
  const segment = Buffer.concat([cipher.update('a segment'), cipher.final()]);
  const clear = await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, opened.key, segment);
  expect(Buffer.from(clear).toString()).toBe('a segment');
  await expect(crypto.subtle.exportKey('raw', opened.key)).rejects.toThrow();
  const keys = devices.get('mimose')?.keys;
  expect([keys?.privateKey.extractable, keys?.sealKey.extractable]).toEqual([false, false]);
});

test('what is stored of a licence has the key nowhere', async () => {
  const { licence } = await download('film');
  const stored = Buffer.from(licence?.data ?? new ArrayBuffer(0));
  expect(stored.length).toBeGreaterThan(100);
  expect(stored.includes(filmKey)).toBe(false);
  expect(stored.toString('latin1')).not.toContain('endsAt');
});

test('a licence ends, also for a clock that is set back afterwards, until the server was asked', async () => {
  const start = Date.now();
  await download('film');
  vi.setSystemTime(start + 13 * DAY);
  expect(await statusOf('film')).toBe('valid');
  vi.setSystemTime(start + 12 * DAY);
  expect(await statusOf('film')).toBe('clock_back');
  vi.setSystemTime(start + 15 * DAY);
  expect(await statusOf('film')).toBe('ended');
  vi.setSystemTime(start + DAY);
  expect(await statusOf('film')).toBe('ended');
  const iso = (days: number) => new Date(start + days * DAY).toISOString();
  await renewLicence(read('film'), iso(15), iso(1));
  expect(await statusOf('film')).toBe('valid');
});

test('watching uses up the time of a licence, whatever the clock says', async () => {
  licensedDays = 1 / 24;
  await download('film');
  expect(await passTime(read('film'), 40 * 60_000)).toBe('valid');
  expect(await passTime(read('film'), 30 * 60_000)).toBe('ended');
  expect(await statusOf('film')).toBe('ended');
});

test('a changed licence, one of another film and one of another member open nothing', async () => {
  const { licence } = await download('film');
  await download('other');
  await download('third', 'kesner');
  if (!licence) throw new Error('there is no licence');
  const changed = new Uint8Array(licence.data.slice(0));
  changed[20] = (changed[20] ?? 0) ^ 1;
  downloads.set('film', { ...read('film'), licence: { ...licence, data: changed.buffer } });
  downloads.set('other', { ...read('other'), licence });
  downloads.set('third', { ...read('third'), id: 'film', licence });
  for (const id of ['film', 'other', 'third']) expect([id, await statusOf(id)]).toEqual([id, 'missing']);
});

test('after a sign-out the keys are gone and nothing opens', async () => {
  await download('film');
  const device = devices.get('mimose') as Device;
  devices.set('mimose', { ...device, keys: null });
  expect(await statusOf('film')).toBe('missing');
  // Signed in again: the same device, with new keys.
  await download('film');
  expect(await statusOf('film')).toBe('valid');
  expect(devices.get('mimose')?.id).toBe(device.id);
});

test('captions are stored encrypted, each time differently', async () => {
  const opened = await openLicence(await download('film'));
  if (opened.status !== 'valid') throw new Error(opened.status);
  const text = new TextEncoder().encode('WEBVTT\n\n00:01.000 --> 00:02.000\nBonjou');
  const [one, two] = [await encryptCaptions(opened.key, text), await encryptCaptions(opened.key, text)];
  expect(Buffer.from(one).includes('Bonjou')).toBe(false);
  expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false);
  expect(new TextDecoder().decode(await decryptCaptions(opened.key, one))).toContain('Bonjou');
});

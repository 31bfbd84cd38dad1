import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Device, Download } from './download.ts';
import { DATABASE } from './has-downloads.ts';

interface Schema extends DBSchema {
  downloads: { key: string; value: Download };
  devices: { key: string; value: Device };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('downloads', { keyPath: 'id' });
      database.createObjectStore('devices', { keyPath: 'owner' });
    },
    terminated() {
      opening = undefined;
    },
  });
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** All of this browser, of every account, in the order of the queue. */
export async function readDownloads(): Promise<Download[]> {
  const all = await (await open()).getAll('downloads');
  return all.toSorted((a, b) => a.addedAt - b.addedAt);
}

export async function readDownload(id: string): Promise<Download | undefined> {
  return (await open()).get('downloads', id);
}

export async function addDownloads(added: readonly Download[]): Promise<void> {
  const transaction = (await open()).transaction('downloads', 'readwrite');
  await Promise.all([...added.map((one) => transaction.store.put(one)), transaction.done]);
  announceChange();
}

/** Changes a download that is still there; two tabs cannot overwrite each other's changes. */
export async function changeDownload(
  id: string,
  change: Partial<Download> | ((now: Download) => Partial<Download>),
): Promise<Download | undefined> {
  const transaction = (await open()).transaction('downloads', 'readwrite');
  const now = await transaction.store.get(id);
  const changed = now && { ...now, ...(typeof change === 'function' ? change(now) : change) };
  if (changed) await transaction.store.put(changed);
  await transaction.done;
  announceChange();
  return changed;
}

export async function removeDownload(id: string): Promise<void> {
  await (await open()).delete('downloads', id);
  announceChange();
}

export async function readDevice(owner: string): Promise<Device | undefined> {
  return (await open()).get('devices', owner);
}

export async function saveDevice(device: Device): Promise<void> {
  await (await open()).put('devices', device);
}

export async function removeDevice(owner: string): Promise<void> {
  await (await open()).delete('devices', owner);
}

export async function readDevices(): Promise<Device[]> {
  return (await open()).getAll('devices');
}

const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** Between tabs; a page hears its own changes through `listeners`. Opened by the first use: the server has pages too. */
function openChannel(): BroadcastChannel | undefined {
  if (channel || !('BroadcastChannel' in globalThis)) return channel;
  channel = new BroadcastChannel(DATABASE);
  channel.onmessage = notify;
  return channel;
}

function notify(): void {
  for (const listener of listeners) listener();
}

function announceChange(): void {
  openChannel()?.postMessage('changed');
  notify();
}

/** Calls back after every change, in whichever tab. Returns how to stop. */
export function listenForChanges(listener: () => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

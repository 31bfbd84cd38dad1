import type { ErrorKey } from '@lakou/contract/errors';
import { useSyncExternalStore } from 'react';
import { type Sending, sendFile, type UploadRefused, type UploadTask } from './send-file.ts';
import { forgetUnfinished } from './unfinished.ts';

export interface UploadOrder extends UploadTask {
  /** For those who look at several. */
  title: string;
  /** Where the form stands that waits for it: the file is kept until the form takes it. */
  page?: string;
}

export interface Upload extends UploadOrder {
  sent: number;
  secondsLeft: number | undefined;
  /** The last two only where a form waits. */
  status: 'sending' | 'paused' | 'offline' | 'arrived' | 'refused';
  reason: ErrorKey | undefined;
}

/** How an upload ended. `refused` says why. */
export type UploadEnd = { done: true; path: string } | { canceled: true } | { refused: UploadRefused };

/*
 * Uploads live outside of every page: whoever leaves for another one finds them going on. They end with the tab; the
 * part that has arrived is kept by the server for a day, and its address by this browser.
 */
let uploads: readonly Upload[] = [];
const sendings = new Map<string, { sending: Sending; end: (end: UploadEnd) => void }>();
const listeners = new Set<() => void>();
const none: readonly Upload[] = [];

function replace(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
  // Assigned, not added: there is one warning, however many uploads.
  const lost = next.some(({ status }) => status !== 'refused');
  window.onbeforeunload = lost ? (event) => event.preventDefault() : null;
}

function change(name: string, part: Partial<Upload>): void {
  replace(uploads.map((upload) => (upload.name === name ? { ...upload, ...part } : upload)));
}

const without = (name: string): Upload[] => uploads.filter((upload) => upload.name !== name);

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
    () => none,
  );
}

/** Sends a file to its bucket; one at a time per name. */
export async function startUpload(order: UploadOrder): Promise<UploadEnd> {
  const { name, page } = order;
  if (sendings.has(name)) return { canceled: true };
  const { promise, resolve } = Promise.withResolvers<UploadEnd>();
  const sending = sendFile(
    order,
    (sent, secondsLeft) => change(name, { sent, secondsLeft, status: 'sending' }),
    () => change(name, { status: 'offline', secondsLeft: undefined }),
  );
  sendings.set(name, { sending, end: resolve });
  const begun = { sent: 0, secondsLeft: undefined, status: 'sending', reason: undefined } as const;
  replace([...without(name), { ...order, ...begun }]);
  sending.finished.then(
    (path) => resolve({ done: true, path }),
    (refused: UploadRefused) => resolve({ refused }),
  );
  const end = await promise;
  sendings.delete(name);
  if (page && 'done' in end) change(name, { status: 'arrived', path: end.path });
  else if (page && 'refused' in end) change(name, { status: 'refused', reason: end.refused.key });
  else replace(without(name));
  return end;
}

export function pauseUpload({ name }: Upload): void {
  sendings.get(name)?.sending.pause();
  change(name, { status: 'paused', secondsLeft: undefined });
}

export function resumeUpload({ name }: Upload): void {
  change(name, { status: 'sending' });
  sendings.get(name)?.sending.resume();
}

/** Ends it if it is on its way, and forgets it. */
export function dropUpload({ name }: Pick<Upload, 'name'>): void {
  const running = sendings.get(name);
  if (running) {
    void running.sending.cancel();
    running.end({ canceled: true });
  } else forgetUnfinished(name);
  replace(without(name));
}

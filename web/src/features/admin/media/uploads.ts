import { endingOf, type MediaKind, VIDEO_TYPES, videoPath } from '@lakou/contract/media';
import { useSyncExternalStore } from 'react';
import { type Sending, sendFile, UploadRefused } from './send-file.ts';

export interface Upload {
  kind: MediaKind;
  id: string;
  /** The film's name, for those who look at several. */
  title: string;
  fileName: string;
  size: number;
  sent: number;
  secondsLeft: number | undefined;
  status: 'sending' | 'paused' | 'offline';
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

const nameOf = (kind: MediaKind, id: string): string => `${kind}-${id}`;

function replace(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
  // Assigned, not added: there is one warning, however many uploads.
  window.onbeforeunload = next.length > 0 ? (event) => event.preventDefault() : null;
}

function change(kind: MediaKind, id: string, part: Partial<Upload>): void {
  replace(
    uploads.map((upload) => (upload.kind === kind && upload.id === id ? { ...upload, ...part } : upload)),
  );
}

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

export function isVideo(file: File): boolean {
  return endingOf(file.name) in VIDEO_TYPES;
}

/** Sends a film to the bucket; one at a time per title. */
export async function startUpload(
  kind: MediaKind,
  id: string,
  title: string,
  file: File,
): Promise<UploadEnd> {
  const name = nameOf(kind, id);
  if (sendings.has(name)) return { canceled: true };
  const ending = endingOf(file.name);
  const path = videoPath(kind, id, ending);
  const { promise, resolve } = Promise.withResolvers<UploadEnd>();
  const sending = sendFile({
    file,
    name,
    bucket: 'movies',
    path,
    cacheControl: 3600,
    contentType: VIDEO_TYPES[ending] ?? file.type,
    onProgress: (sent, secondsLeft) => change(kind, id, { sent, secondsLeft, status: 'sending' }),
    onOffline: () => change(kind, id, { status: 'offline', secondsLeft: undefined }),
  });
  sendings.set(name, { sending, end: resolve });
  replace([
    ...uploads,
    {
      kind,
      id,
      title,
      fileName: file.name,
      size: file.size,
      sent: 0,
      secondsLeft: undefined,
      status: 'sending',
    },
  ]);
  sending.finished.then(
    () => resolve({ done: true, path }),
    (error: unknown) => resolve({ refused: UploadRefused.of(error) }),
  );
  const end = await promise;
  sendings.delete(name);
  replace(uploads.filter((upload) => upload.kind !== kind || upload.id !== id));
  return end;
}

export function pauseUpload({ kind, id }: Upload): void {
  sendings.get(nameOf(kind, id))?.sending.pause();
  change(kind, id, { status: 'paused', secondsLeft: undefined });
}

export function resumeUpload({ kind, id }: Upload): void {
  change(kind, id, { status: 'sending' });
  sendings.get(nameOf(kind, id))?.sending.resume();
}

export function cancelUpload({ kind, id }: Upload): void {
  const running = sendings.get(nameOf(kind, id));
  void running?.sending.cancel();
  running?.end({ canceled: true });
}

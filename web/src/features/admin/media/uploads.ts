import type { ErrorKey } from '@lakou/contract/errors';
import { useSyncExternalStore } from 'react';
import { forgetUnfinishedUpload } from './unfinished-uploads.ts';
import { type FileUpload, type UploadError, type UploadTask, uploadFile } from './upload-file.ts';

export interface UploadRequest extends UploadTask {
  /** Shown in the upload panel. */
  title: string;
  /** The page of the form that uses the file; the upload stays in the list until the form has taken it. */
  page?: string;
}

export interface Upload extends UploadRequest {
  sent: number;
  secondsLeft: number | undefined;
  /** `uploaded` and `failed` occur only with a `page`. */
  status: 'sending' | 'paused' | 'offline' | 'uploaded' | 'failed';
  reason: ErrorKey | undefined;
}

export type UploadResult = { done: true; path: string } | { canceled: true } | { error: UploadError };

/*
 * Uploads are kept outside of React, so that they continue on other pages. They stop when the tab is closed; the server
 * keeps the received parts for a day, and this browser their URL.
 */
let uploads: readonly Upload[] = [];
const running = new Map<string, { upload: FileUpload; finish: (result: UploadResult) => void }>();
const listeners = new Set<() => void>();
const NO_UPLOADS: readonly Upload[] = [];

function setUploads(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
  // Assigned rather than added, so that there is one listener for all uploads.
  const hasUnsaved = next.some(({ status }) => status !== 'failed');
  window.onbeforeunload = hasUnsaved ? (event) => event.preventDefault() : null;
}

function updateUpload(name: string, part: Partial<Upload>): void {
  setUploads(uploads.map((upload) => (upload.name === name ? { ...upload, ...part } : upload)));
}

const without = (name: string): Upload[] => uploads.filter((upload) => upload.name !== name);

export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => uploads,
    () => NO_UPLOADS,
  );
}

/** Uploads a file to its bucket; one at a time per name. */
export async function startUpload(request: UploadRequest): Promise<UploadResult> {
  const { name, page } = request;
  if (running.has(name)) return { canceled: true };
  const { promise, resolve } = Promise.withResolvers<UploadResult>();
  const upload = uploadFile(
    request,
    (sent, secondsLeft) => updateUpload(name, { sent, secondsLeft, status: 'sending' }),
    () => updateUpload(name, { status: 'offline', secondsLeft: undefined }),
  );
  running.set(name, { upload, finish: resolve });
  const initial = { sent: 0, secondsLeft: undefined, status: 'sending', reason: undefined } as const;
  setUploads([...without(name), { ...request, ...initial }]);
  upload.finished.then(
    (path) => resolve({ done: true, path }),
    (error: UploadError) => resolve({ error }),
  );
  const result = await promise;
  running.delete(name);
  if (page && 'done' in result) updateUpload(name, { status: 'uploaded', path: result.path });
  else if (page && 'error' in result) updateUpload(name, { status: 'failed', reason: result.error.key });
  else setUploads(without(name));
  return result;
}

export function pauseUpload({ name }: Upload): void {
  running.get(name)?.upload.pause();
  updateUpload(name, { status: 'paused', secondsLeft: undefined });
}

export function resumeUpload({ name }: Upload): void {
  updateUpload(name, { status: 'sending' });
  running.get(name)?.upload.resume();
}

/** Cancels the upload if it is running and removes it from the list. */
export function removeUpload({ name }: Pick<Upload, 'name'>): void {
  const current = running.get(name);
  if (current) {
    void current.upload.cancel();
    current.finish({ canceled: true });
  } else forgetUnfinishedUpload(name);
  setUploads(without(name));
}

import type { Film, OfflineRight } from '@lakou/contract/playback/responses';
import type { WatchTitle } from '../read-watch.ts';
import type { Sealed } from './seal.ts';

/** Why a download does not go on; each has a text that says what to do. */
export type DownloadProblem =
  | 'storage_full'
  | 'storage_refused'
  | 'subscription_needed'
  | 'too_many_downloads'
  | 'too_many_download_devices'
  | 'download_device_removed'
  | 'video_not_available'
  | 'not_authenticated'
  | 'too_many_streams'
  | 'clock_wrong'
  | 'failed';

/** A film or episode that this browser keeps, or is about to. */
export interface Download {
  /** Made here; also the name of its files' cache. */
  id: string;
  /** The member whose download it is. */
  owner: string;
  /** Of an account that signed out: what it is about was deleted, and its key. The files wait for their owner. */
  isLocked: boolean;
  stream: string | null;
  rung: string;
  /** As chosen; what is stored is within a tenth of it. */
  bytes: number;
  storedBytes: number;
  /** `importing`: from a file; a page that is closed meanwhile deletes it. */
  state: 'queued' | 'paused' | 'stopped' | 'importing' | 'done';
  problem: DownloadProblem | null;
  addedAt: number;
  /** What the file that it came from says it is, until a licence was given. */
  claimed?: { media: 'movie' | 'episode'; id: string; name: string } | null;
  /** Null while locked, and before the first licence of a film from a file. */
  title: WatchTitle | null;
  film: Film | null;
  /** The licence, which only this browser's own key opens. Null before it was given and after it was withdrawn. */
  licence: Sealed | null;
  /** When it ends, to be shown; what counts is in the licence. */
  endsAt: number | null;
  right: OfflineRight | null;
  /** The server said that the right to it is gone, or that this device was removed. */
  withdrawn: 'right' | 'device' | null;
  resume: { position: number; at: number; isWatched: boolean } | null;
  /** Of the fetch that goes on without a page (background-fetch.ts), until the service worker has stored what it got. */
  background?: Background | null;
}

export interface Background {
  id: string;
  /** In the film's cache when it began. */
  storedBefore: number;
  /** What its notification says at the end. Null after a page has ended it: then nobody has paused it in the notification. */
  titles: { done: string; unfinished: string } | null;
}

/** One member in this browser. */
export interface Device {
  owner: string;
  /** How the server knows it. */
  id: string;
  /** Null after the member signed out: new ones are made when they are back. */
  keys: DeviceKeys | null;
}

export interface DeviceKeys {
  /** Decrypts keys of films; cannot be exported. */
  privateKey: CryptoKey;
  publicKey: string;
  /** Encrypts licences with their times; cannot be exported. */
  sealKey: CryptoKey;
}

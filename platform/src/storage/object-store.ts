import type { Readable } from 'node:stream';
import type { UploadBytes } from './upload-bytes.ts';

/** One version of an object. Its bytes are written once and never changed. */
export interface ObjectKey {
  bucket: string;
  name: string;
  version: string;
}

export interface StoredObject {
  size: number;
  /** Quoted, as HTTP wants it. */
  etag: string;
}

export interface FoundObject {
  size: number;
  /** When the bytes were stored under this key. */
  since: Date;
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface PutOptions {
  contentType?: string | undefined;
  /** When it is known beforehand. */
  size?: number | undefined;
}

/** Those that no unfinished upload is to become. */
export type WithoutUpload = <Key extends ObjectKey>(keys: readonly Key[]) => Promise<Key[]>;

/**
 * Stores bytes, without policies or rows. What is found under a key is complete: an interrupted write leaves nothing
 * there.
 */
export interface ObjectStore {
  put(key: ObjectKey, bytes: Readable | Uint8Array, options?: PutOptions): Promise<StoredObject>;
  /** Stores a finished file of this machine, which stays and may share its bytes with the object. Can be repeated. */
  adopt(key: ObjectKey, path: string, options?: PutOptions): Promise<StoredObject>;
  find(key: ObjectKey): Promise<FoundObject | undefined>;
  /** The bytes, or undefined when there are none. */
  open(key: ObjectKey, range?: ByteRange): Promise<Readable | undefined>;
  /** Puts the bytes into a file of this machine, which may share them with the object. False when there are none. */
  lend(key: ObjectKey, path: string): Promise<boolean>;
  copy(from: ObjectKey, to: ObjectKey): Promise<void>;
  remove(keys: readonly ObjectKey[]): Promise<void>;
  /** Everything there is, in an order of the store's own. */
  list(): AsyncIterable<ObjectKey & FoundObject>;
  /** What follows `bucket/name/version` in that order; everything after an empty text. */
  listAfter(path: string): AsyncIterable<ObjectKey & FoundObject>;
  /** Removes what writes interrupted before `before` left behind, and returns how many there were. */
  removeIncompleteWrites(before: Date, withoutUpload?: WithoutUpload): Promise<number>;
  /** For stores that take unfinished uploads themselves, where every process can go on with them. */
  readonly uploads?: UploadBytes;
}

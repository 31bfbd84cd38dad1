import type { Readable } from 'node:stream';

/** Where the bytes of one version of an object lie. A version is written once and never changed. */
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
  /** When the bytes came to lie under this key. */
  since: Date;
}

/** A whole piece of an object: both ends included, as in HTTP. */
export interface Piece {
  first: number;
  last: number;
}

export interface PutOptions {
  contentType?: string | undefined;
  /** When it is known beforehand. */
  size?: number | undefined;
}

/**
 * Keeps bytes; knows no policies and no rows. What is found under a key is whole: a write that breaks off leaves
 * nothing under its key.
 */
export interface ObjectStore {
  put(key: ObjectKey, bytes: Readable | Uint8Array, options?: PutOptions): Promise<StoredObject>;
  /** Takes a finished file of this machine. The file at `path` stays; it may share its bytes with the object. */
  adopt(key: ObjectKey, path: string, options?: PutOptions): Promise<StoredObject>;
  find(key: ObjectKey): Promise<FoundObject | undefined>;
  /** The bytes, or undefined when there are none. */
  open(key: ObjectKey, piece?: Piece): Promise<Readable | undefined>;
  /** Puts the bytes into a file of this machine, which may share them with the object. False when there are none. */
  lend(key: ObjectKey, path: string): Promise<boolean>;
  copy(from: ObjectKey, to: ObjectKey): Promise<void>;
  remove(keys: readonly ObjectKey[]): Promise<void>;
  /** Everything there is, in no particular order. */
  list(): AsyncIterable<ObjectKey & FoundObject>;
  /** Removes what writes broken off before `before` left behind. Answers how many there were. */
  removeBrokenOff(before: Date): Promise<number>;
}

import type { NewObject } from './object-rows.ts';
import type { StoredObject } from './object-store.ts';

/** The object that an upload creates when it is complete; fixed when the upload was allowed. */
export interface UploadPlan extends NewObject {
  limit: number;
  /** Whose open upload it is: its owner's, a visitor's address, or nobody's when the service uploads. */
  holder: string | undefined;
  /** The digest of the link it was begun with; everybody with that link can continue the upload. */
  link: string | undefined;
}

/** An upload of the S3 protocol, whose parts have one size, all but the last. */
export interface Multipart {
  id: string;
  partBytes: number;
}

export interface UnfinishedUpload {
  id: string;
  size: number | undefined;
  plan: UploadPlan;
  multipart?: Multipart;
}

/** The bytes of unfinished uploads. One caller at a time for each upload; how many bytes there are is the offset. */
export interface UploadBytes {
  begin(upload: UnfinishedUpload): Promise<Multipart | undefined>;
  /** Undefined when they are gone. */
  length(upload: UnfinishedUpload): Promise<number | undefined>;
  /** Stores what came, also when more was to come, and returns the new length. */
  append(upload: UnfinishedUpload, offset: number, chunks: AsyncIterable<Buffer>): Promise<number>;
  /** Makes them the object's version. Can be repeated until `remove`. */
  complete(upload: UnfinishedUpload): Promise<StoredObject>;
  /** What is left of the upload, not the object's version. */
  remove(upload: UnfinishedUpload): Promise<void>;
  /** What older uploads have left behind after all. */
  removeLeftovers(before: Date): Promise<void>;
}

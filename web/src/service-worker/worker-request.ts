/** What a page asks of the worker. */
export interface WorkerRequest {
  /** Pages and files, by their whole addresses; what is not to be kept is passed over. */
  keep?: readonly string[];
  /** Somebody came or went: what the last reader has seen is nobody's business. */
  forget?: boolean;
}

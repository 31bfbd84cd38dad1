import { join } from './piece-decrypter.ts';

/** Size and name of a box. */
const HEADER_BYTES = 8;
const MOOF = 0x6d_6f_6f_66;

/**
 * Cuts a segment into its chunks (`moof` and `mdat`) while it arrives. Each but the last ends with the header of the next one:
 * hls.js knows by it that the chunk is complete.
 */
export class ChunkSplitter {
  #held = new Uint8Array();
  /** Where in the held bytes the next box begins. */
  #box = 0;
  #chunks = 0;

  /** All chunks that are complete with these bytes; undefined for none. */
  push(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
    this.#held = join(this.#held, bytes);
    const view = new DataView(this.#held.buffer);
    let end = 0;
    while (this.#box + HEADER_BYTES <= this.#held.length) {
      if (view.getUint32(this.#box + 4) === MOOF) {
        this.#chunks += 1;
        if (this.#chunks > 1) end = this.#box + HEADER_BYTES;
      }
      this.#box += Math.max(HEADER_BYTES, view.getUint32(this.#box));
    }
    if (end === 0) return undefined;
    const complete = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    this.#box -= end;
    return complete;
  }

  /** What is left at the end of the segment. */
  end(): Uint8Array<ArrayBuffer> {
    return this.#held;
  }
}

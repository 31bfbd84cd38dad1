/** Slabs come in multiples of this, so that one film's serve the next. */
const STEP_BYTES = 128 * 1024;
/** What lies unused beyond this is left to the garbage collector. */
const SPARE_BYTES = 32 * 1024 ** 2;

/** Memory that is used again: a new megabyte for every segment keeps the garbage collector busier than the network. */
export class Slabs {
  readonly #spare = new Map<number, Buffer[]>();
  #bytes = 0;

  take(size: number): Buffer {
    const room = Math.max(1, Math.ceil(size / STEP_BYTES)) * STEP_BYTES;
    const slab = this.#spare.get(room)?.pop();
    if (slab) this.#bytes -= room;
    return slab ?? Buffer.allocUnsafeSlow(room);
  }

  /** Only when nobody reads it any more. */
  giveBack(slab: Buffer): void {
    if (this.#bytes + slab.length > SPARE_BYTES) return;
    const spare = this.#spare.get(slab.length);
    if (spare) spare.push(slab);
    else this.#spare.set(slab.length, [slab]);
    this.#bytes += slab.length;
  }
}

/** Buffer sizes are multiples of this, so that they can be reused. */
const STEP_BYTES = 128 * 1024;
/** Unused buffers beyond this are left to the garbage collector. */
const SPARE_BYTES = 32 * 1024 ** 2;

/** Reuses memory: a new buffer for every segment costs more in garbage collection than sending it. */
export class BufferPool {
  readonly #spare = new Map<number, Buffer[]>();
  #bytes = 0;

  take(size: number): Buffer {
    const rounded = Math.max(1, Math.ceil(size / STEP_BYTES)) * STEP_BYTES;
    const buffer = this.#spare.get(rounded)?.pop();
    if (buffer) this.#bytes -= rounded;
    return buffer ?? Buffer.allocUnsafeSlow(rounded);
  }

  /** Only when nothing reads the buffer any more. */
  release(buffer: Buffer): void {
    if (this.#bytes + buffer.length > SPARE_BYTES) return;
    const spare = this.#spare.get(buffer.length);
    if (spare) spare.push(buffer);
    else this.#spare.set(buffer.length, [buffer]);
    this.#bytes += buffer.length;
  }
}

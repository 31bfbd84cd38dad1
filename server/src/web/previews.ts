import { log } from '../log.ts';

const PUBLIC = '/storage/v1/object/public/';
const PICTURE = /\.(?:avif|webp|jpe?g|png)$/i;
const LARGEST = 700;

const MOST = 5000;
const FRESH_MS = 10 * 60_000;

/** A picture as a WebP of a few pixels, with its header about a hundred bytes. */
export type FindPreview = (bucket: string, name: string) => Promise<Buffer | undefined>;

/**
 * Tiny versions of our pictures as `data:` addresses. A page never waits for one: a preview that is missing is made for
 * the next page.
 */
export class Previews {
  readonly #findPreview: FindPreview;
  readonly #known = new Map<string, { preview: string | undefined; until: number }>();
  readonly #wanted = new Set<string>();
  #isRendering = false;

  constructor(findPreview: FindPreview) {
    this.#findPreview = findPreview;
  }

  /** In the same order. `isComplete`: none of them is still to be made. */
  find(names: readonly string[]): { previews: (string | undefined)[]; isComplete: boolean } {
    const previews = names.map((name) => this.of(PUBLIC + name));
    return { previews, isComplete: names.every((name) => this.#known.has(PUBLIC + name)) };
  }

  of(address: string): string | undefined {
    const known = this.#known.get(address);
    if (!known || known.until < Date.now()) this.#want(address);
    return known?.preview;
  }

  #want(address: string): void {
    if (!address.startsWith(PUBLIC) || !PICTURE.test(address) || this.#wanted.size >= MOST) return;
    this.#wanted.add(address);
    if (!this.#isRendering) void this.#renderAll();
  }

  /** One after the other: requests for real pictures are more urgent. */
  async #renderAll(): Promise<void> {
    this.#isRendering = true;
    for (const address of this.#wanted) {
      const preview = await this.#renderOne(address).catch((error: unknown) => {
        log.debug({ err: error, address }, 'preview not rendered');
        return undefined;
      });
      this.#known.delete(address);
      this.#known.set(address, { preview, until: Date.now() + FRESH_MS });
      const [oldest] = this.#known.keys();
      if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
      this.#wanted.delete(address);
    }
    this.#isRendering = false;
  }

  async #renderOne(address: string): Promise<string | undefined> {
    const [bucket = '', ...name] = decodeURIComponent(address.slice(PUBLIC.length)).split('/');
    const bytes = await this.#findPreview(bucket, name.join('/'));
    if (!bytes || bytes.length > LARGEST) return undefined;
    return `data:image/webp;base64,${bytes.toString('base64')}`;
  }
}

import { log } from '../log.ts';

const PUBLIC = '/storage/v1/object/public/';
const PICTURE = /\.(?:avif|webp|jpe?g|png)$/i;
/** Twelve pixels wide: with its header about a hundred bytes. */
const TRANSFORM = 'width=12&quality=20&format=webp&resize=contain';
const LARGEST = 700;

const MOST = 5000;
const FRESH_MS = 10 * 60_000;

/**
 * Tiny versions of our pictures as `data:` addresses. A page never waits for one: a preview that is missing is made for
 * the next page.
 */
export class Previews {
  readonly #render: (path: string) => Response | Promise<Response>;
  readonly #known = new Map<string, { preview: string | undefined; until: number }>();
  readonly #wanted = new Set<string>();
  #isRendering = false;

  /** `render` answers `/render/image/public/…`, as the storage service does. */
  constructor(render: (path: string) => Response | Promise<Response>) {
    this.#render = render;
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
    const answer = await this.#render(`/render/image/public/${address.slice(PUBLIC.length)}?${TRANSFORM}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || bytes.length > LARGEST) return undefined;
    return `data:image/webp;base64,${bytes.toString('base64')}`;
  }
}

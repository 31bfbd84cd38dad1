import { log } from '../log.ts';

const PUBLIC = '/storage/v1/object/public/';
const PICTURE = /\.(?:avif|webp|jpe?g|png)$/i;
/** Twelve pixels wide: with its header about a hundred bytes. */
const TRANSFORM = 'width=12&quality=20&format=webp&resize=contain';
const LARGEST = 700;

const MOST = 5000;
const FRESH_MS = 10 * 60_000;

/** Pictures named in a page, by the original's address or by one of its sizes. */
const NAMED = /\/storage\/v1\/(?:object|render\/image)\/public\/([\w./%-]+\.(?:avif|webp|jpe?g|png))/gi;
/** The ones that are seen first: each costs a slow connection some two hundred bytes. */
const PER_PAGE = 14;

/**
 * Tiny versions of our pictures as `data:` addresses, shown blurred behind each picture until it has loaded. They are
 * in a stylesheet outside of what React renders, so that server and browser still render the same page. A page never
 * waits for one: a preview that is missing is made for the next page.
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

  /** The page with the previews of the first pictures it names. */
  addTo(html: string, nonce: string): string {
    const names = [...new Set(Array.from(html.matchAll(NAMED), ([, name = '']) => name))].slice(0, PER_PAGE);
    const rules = names.flatMap((name) => {
      const preview = this.of(PUBLIC + name);
      return preview ? `img[src*="/${name}"]{background:url(${preview}) center/cover}` : [];
    });
    if (rules.length === 0) return html;
    return html.replace('</head>', () => `<style nonce="${nonce}">${rules.join('')}</style></head>`);
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

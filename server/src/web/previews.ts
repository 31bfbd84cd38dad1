import { log } from '../log.ts';

const PUBLIC = '/storage/v1/object/public/';
const PICTURE = /\.(?:avif|webp|jpe?g|png)$/i;
/** A dozen dots wide: with its heading about a hundred bytes. */
const WISH = 'width=12&quality=20&format=webp&resize=contain';
const LARGEST = 700;

const MOST = 5000;
const FRESH_MS = 10 * 60_000;

/** Pictures named in a page, by the original's address or by one of its sizes. */
const NAMED = /\/storage\/v1\/(?:object|render\/image)\/public\/([\w./%-]+\.(?:avif|webp|jpe?g|png))/gi;
/** The ones somebody sees first: each costs a slow line some two hundred bytes. */
const PER_PAGE = 14;

/**
 * Tiny versions of our pictures as `data:` addresses, shown blurred behind each picture until it is there. They stand
 * in a stylesheet beside what React drew, so that server and browser still draw the same page. A page never waits for
 * one: what is not known yet is drawn for the next page.
 */
export class Previews {
  readonly #render: (path: string) => Response | Promise<Response>;
  readonly #known = new Map<string, { preview: string | undefined; until: number }>();
  readonly #wanted = new Set<string>();
  #drawing = false;

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
    if (!this.#drawing) void this.#drawAll();
  }

  /** One after the other: somebody's real picture is always more urgent. */
  async #drawAll(): Promise<void> {
    this.#drawing = true;
    for (const address of this.#wanted) {
      const preview = await this.#draw(address).catch((error: unknown) => {
        log.debug({ err: error, address }, 'a preview could not be drawn');
        return undefined;
      });
      this.#known.delete(address);
      this.#known.set(address, { preview, until: Date.now() + FRESH_MS });
      const [oldest] = this.#known.keys();
      if (this.#known.size > MOST && oldest !== undefined) this.#known.delete(oldest);
      this.#wanted.delete(address);
    }
    this.#drawing = false;
  }

  async #draw(address: string): Promise<string | undefined> {
    const answer = await this.#render(`/render/image/public/${address.slice(PUBLIC.length)}?${WISH}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok || bytes.length > LARGEST) return undefined;
    return `data:image/webp;base64,${bytes.toString('base64')}`;
  }
}

import type { CardSources } from '@lakou/contract/catalogue/title-address';
import { type Dependencies, FreshCache } from '@lakou/platform/caching';
import type { WebServices } from '../mount-web.ts';
import { noteDependencies } from '../note-dependencies.ts';
import { Overloaded } from '../rendering/overloaded.ts';
import type { Artwork, drawCard } from './draw-card.ts';

const PUBLIC = '/storage/v1/object/public/';
const PICTURE = /\.(?:avif|webp|jpe?g|png|gif)$/i;
/** One of the sizes that pages show too. */
const TRANSFORM = 'width=1440&quality=60&resize=contain&format=webp';

/** Cards that wait to be drawn, one after the other. */
const MOST_WAITING = 40;
const RETRY_SECONDS = 5;

/** Loads what reads fonts, which takes megabytes, with the first card. */
const loadAndDraw: typeof drawCard = async (...card) => (await import('./draw-card.ts')).drawCard(...card);

type Services = Pick<WebServices, 'settings' | 'fetchData' | 'fetchStorage' | 'changes'>;

/** Pictures for shared links, drawn once and kept until their title changes. */
export class ShareCards {
  readonly #services: Services;
  readonly #drawCard: typeof drawCard;
  readonly #kept: FreshCache<Buffer | undefined>;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(services: Services, draw = loadAndDraw) {
    this.#services = services;
    this.#drawCard = draw;
    this.#kept = new FreshCache({
      name: 'share cards',
      changes: services.changes,
      mostEntries: 500,
      mostBytes: 48 * 2 ** 20,
    });
  }

  /** Undefined if visitors do not see such a title: a draft is like none. Throws Overloaded. */
  find(id: string): Promise<Buffer | undefined> {
    return this.#kept.get(id, async () => {
      const { fetchData, dependencies } = noteDependencies(this.#services.fetchData);
      const title =
        (await this.#read(fetchData, 'movies', id)) ?? (await this.#read(fetchData, 'series', id));
      if (!title) return { value: undefined, bytes: 0, dependencies: undefined, keep: false };
      const { card, isFinal } = await this.#inTurn(() => this.#draw(title));
      const known: Dependencies | undefined = isFinal ? dependencies() : undefined;
      return { value: card, bytes: card.length, dependencies: known };
    });
  }

  async #read(fetchData: Services['fetchData'], table: string, id: string): Promise<CardSources | undefined> {
    const query = `${table}?select=id,title,banner_url,thumbnail_url&id=eq.${id}&published=is.true`;
    const answer = await fetchData(new Request(`${this.#services.settings.url}/rest/v1/${query}`));
    if (!answer.ok) throw new Error(`the Data API did not answer for a share card: ${await answer.text()}`);
    const [title] = (await answer.json()) as CardSources[];
    return title;
  }

  async #draw({
    title,
    banner_url,
    thumbnail_url,
  }: CardSources): Promise<{ card: Buffer; isFinal: boolean }> {
    const found =
      (await this.#artwork('banner', banner_url)) ?? (await this.#artwork('poster', thumbnail_url));
    // A picture that cannot be read leaves the name.
    const card = await this.#drawCard(title, found?.artwork).catch(() => this.#drawCard(title, undefined));
    return { card, isFinal: found?.isFinal ?? true };
  }

  /** From our storage alone: no other address is ever fetched. */
  async #artwork(
    kind: Artwork['kind'],
    url: string | null,
  ): Promise<{ artwork: Artwork; isFinal: boolean } | undefined> {
    const [address = ''] = url?.split('?') ?? [];
    if (!address.startsWith(PUBLIC) || !PICTURE.test(address)) return undefined;
    const path = `/render/image/public/${address.slice(PUBLIC.length)}?${TRANSFORM}`;
    const answer = await this.#services.fetchStorage(path);
    if (!answer.ok) return undefined;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    // Until this size is made, storage sends another one.
    const isFinal = !answer.headers.get('cache-control')?.includes('no-cache');
    return { artwork: { kind, bytes }, isFinal };
  }

  /** One at a time, for all clients together. */
  #inTurn<T>(draw: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING)
      throw new Overloaded('too many share cards wait to be drawn', RETRY_SECONDS);
    this.#waiting += 1;
    const drawn = this.#last.then(draw).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = drawn.catch(() => {});
    return drawn;
  }
}

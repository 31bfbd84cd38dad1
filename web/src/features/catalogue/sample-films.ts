import type { CardTitle } from './title.ts';

/** Shown when the catalogue is empty or cannot be loaded (P-16). Their descriptions are in the messages. */
function createSample(
  id: string,
  title: string,
  duration: number,
  genre: string[],
): CardTitle & { sample: true } {
  return {
    id,
    title,
    duration,
    genre,
    sample: true,
    thumbnail_url: null,
    release_date: null,
    is_free: false,
    is_purchasable: false,
    is_rentable: false,
    purchase_price: null,
    rental_price: null,
    rating: null,
    review_count: 0,
  };
}

export const SAMPLE_FILMS = [
  createSample('sample-1', 'Premye Limyè', 104, ['Drama']),
  createSample('sample-2', 'Anba Zetwal yo', 92, ['Fantasy', 'Music']),
  createSample('sample-3', 'Vwa Lakou a', 78, ['Documentary', 'Music']),
] as const;

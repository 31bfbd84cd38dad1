import type { CardTitle } from './title.ts';

/** Stand in for a catalogue that is empty or out of reach (decision 16). Their descriptions are in the words. */
function sample(id: string, title: string, duration: number, genre: string[]): CardTitle & { sample: true } {
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
  sample('sample-1', 'Premye Limyè', 104, ['Drama']),
  sample('sample-2', 'Anba Zetwal yo', 92, ['Fantasy', 'Music']),
  sample('sample-3', 'Vwa Lakou a', 78, ['Documentary', 'Music']),
] as const;

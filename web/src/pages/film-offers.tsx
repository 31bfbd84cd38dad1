import { useQuery } from '@tanstack/react-query';
import { toOffer } from '#features/catalogue/prices.ts';
import { filmById } from '#features/catalogue/read-titles.ts';
import { Offers } from '#features/commerce/offers/offers.tsx';

/** Loaded by the player when somebody cannot watch the film yet. */
export default function FilmOffers({ id }: { id: string }) {
  const { data: film } = useQuery(filmById(id));
  return film && <Offers {...toOffer('movie', film)} />;
}

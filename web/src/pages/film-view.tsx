import { toOffer } from '#features/catalogue/prices.ts';
import { reviewsOf } from '#features/catalogue/reviews/read-reviews.ts';
import { FilmPage } from '#features/catalogue/title-page/film-page.tsx';
import { Offers } from '#features/commerce/offers/offers.tsx';
import { DiscussionLink, titleTopic } from '#features/community/forum/discussion-link.tsx';

/** What the server reads for it, beside the film. */
export function filmQueries(id: string) {
  return [reviewsOf(id), titleTopic({ media_type: 'movie', media_id: id })];
}

/** A film as members and visitors see it. */
export function FilmView({ id }: { id: string }) {
  return (
    <FilmPage
      id={id}
      offers={(film) => <Offers {...toOffer('movie', film)} />}
      discussion={<DiscussionLink media_type="movie" media_id={id} />}
    />
  );
}

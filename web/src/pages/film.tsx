import { type LoaderFunctionArgs, useParams } from 'react-router';
import { toOffer } from '#features/catalogue/prices.ts';
import { reviewsOf } from '#features/catalogue/reviews/read-reviews.ts';
import { FilmPage } from '#features/catalogue/title-page/film-page.tsx';
import { similarTitles } from '#features/catalogue/title-page/similar/read-similar.ts';
import { Offers } from '#features/commerce/offers/offers.tsx';
import { titleTopic } from '#features/community/forum/discussion-link.tsx';
import { TitleDiscussion } from '#features/community/forum/title-discussion/title-discussion.tsx';
import { isId } from '#lib/address.ts';
import { preload, readInBrowser } from '#lib/preload.ts';
import { hintsAtMember } from '#lib/session.ts';

/** The film itself is read by film-head.tsx. */
export async function loader({ context, request, params: { id = '' } }: LoaderFunctionArgs) {
  if (hintsAtMember(request) && isId(id))
    await preload(
      context,
      reviewsOf({ kind: 'movie', id }),
      similarTitles(id),
      titleTopic({ media_type: 'movie', media_id: id }),
    );
  return null;
}
export const clientLoader = readInBrowser;

export default function Film() {
  const { id = '' } = useParams();
  return (
    <FilmPage
      id={id}
      offers={(film) => <Offers {...toOffer('movie', film)} />}
      discussion={<TitleDiscussion media_type="movie" media_id={id} />}
    />
  );
}

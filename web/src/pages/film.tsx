import { useParams } from 'react-router';
import { toOffer } from '#features/catalogue/prices.ts';
import { FilmPage } from '#features/catalogue/title-page/film-page.tsx';
import { Offers } from '#features/commerce/offers/offers.tsx';
import { DiscussionLink } from '#features/community/forum/discussion-link.tsx';

export default function Film() {
  const { id = '' } = useParams();
  return (
    <FilmPage
      id={id}
      offers={(film) => <Offers {...toOffer('movie', film)} />}
      discussion={<DiscussionLink media_type="movie" media_id={id} />}
    />
  );
}

import type { PublicSettings } from '@lakou/contract/public-settings';
import { toOffer } from '#features/catalogue/prices.ts';
import { categories } from '#features/catalogue/read-titles.ts';
import { reviewsOf } from '#features/catalogue/reviews/read-reviews.ts';
import { FilmPage } from '#features/catalogue/title-page/film-page.tsx';
import { similarTitles } from '#features/catalogue/title-page/similar/read-similar.ts';
import { BundleLinks } from '#features/commerce/bundles/bundle-links.tsx';
import { titleBundles } from '#features/commerce/bundles/read-bundles.ts';
import { rateQueries } from '#features/commerce/checkout/read-methods.ts';
import { Offers } from '#features/commerce/offers/offers.tsx';
import { titleTopic } from '#features/community/forum/discussion-link.tsx';
import { TitleDiscussion } from '#features/community/forum/title-discussion/title-discussion.tsx';
import { DownloadButton } from '#features/playback/downloads/download-button.tsx';

/** What the server reads for it, beside the film. */
export function filmQueries(id: string, settings: PublicSettings) {
  return [
    categories(),
    reviewsOf({ kind: 'movie', id }),
    similarTitles(id),
    titleTopic({ media_type: 'movie', media_id: id }),
    titleBundles(id),
    ...rateQueries(settings),
  ];
}

/** A film as members and visitors see it. */
export function FilmView({ id }: { id: string }) {
  return (
    <FilmPage
      id={id}
      offers={(film) => (
        <>
          <Offers {...toOffer('movie', film)} />
          <BundleLinks title={id} />
        </>
      )}
      download={(film) => <DownloadButton subject={{ type: 'movie', id }} name={film.title} />}
      discussion={({ published }) => (
        <TitleDiscussion title={{ media_type: 'movie', media_id: id }} canOpen={published} />
      )}
    />
  );
}

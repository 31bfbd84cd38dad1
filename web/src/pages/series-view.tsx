import type { PublicSettings } from '@lakou/contract/public-settings';
import { toOffer } from '#features/catalogue/prices.ts';
import { categories } from '#features/catalogue/read-titles.ts';
import { reviewsOf } from '#features/catalogue/reviews/read-reviews.ts';
import { episodesOf } from '#features/catalogue/title-page/read-entitlements.ts';
import { SeriesPage } from '#features/catalogue/title-page/series-page.tsx';
import { similarTitles } from '#features/catalogue/title-page/similar/read-similar.ts';
import { BundleLinks } from '#features/commerce/bundles/bundle-links.tsx';
import { titleBundles } from '#features/commerce/bundles/read-bundles.ts';
import { rateQueries } from '#features/commerce/checkout/read-methods.ts';
import { Offers } from '#features/commerce/offers/offers.tsx';
import { titleTopic } from '#features/community/forum/discussion-link.tsx';
import { TitleDiscussion } from '#features/community/forum/title-discussion/title-discussion.tsx';
import { DownloadButton } from '#features/playback/downloads/download-button.tsx';

/** What the server reads for it, beside the series. */
export function seriesQueries(id: string, settings: PublicSettings) {
  return [
    categories(),
    episodesOf(id),
    reviewsOf({ kind: 'series', id }),
    similarTitles(id),
    titleTopic({ media_type: 'series', media_id: id }),
    titleBundles(id),
    ...rateQueries(settings),
  ];
}

/** A series as members and visitors see it. */
export function SeriesView({ id }: { id: string }) {
  return (
    <SeriesPage
      id={id}
      offers={(series) => (
        <>
          <Offers {...toOffer('series', series)} />
          <BundleLinks title={id} />
        </>
      )}
      downloads={{
        season: (series, season) => (
          <DownloadButton subject={{ type: 'series', id, season }} name={series.title} />
        ),
        episode: (episode, name) => (
          <DownloadButton subject={{ type: 'episode', id: episode }} name={name} compact />
        ),
      }}
      discussion={({ published }) => (
        <TitleDiscussion title={{ media_type: 'series', media_id: id }} canOpen={published} />
      )}
    />
  );
}

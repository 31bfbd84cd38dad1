import { toOffer } from '#features/catalogue/prices.ts';
import { canWatch, episodesOf } from '#features/catalogue/title-page/read-entitlements.ts';
import { SeriesPage } from '#features/catalogue/title-page/series-page.tsx';
import { Offers } from '#features/commerce/offers/offers.tsx';
import { DiscussionLink } from '#features/community/forum/discussion-link.tsx';

/** What the server reads for it, beside the series. */
export function seriesQueries(id: string) {
  return [canWatch('series', id), episodesOf(id)];
}

/** A series as members and visitors see it. */
export function SeriesView({ id }: { id: string }) {
  return (
    <SeriesPage
      id={id}
      offers={(series) => <Offers {...toOffer('series', series)} />}
      discussion={<DiscussionLink media_type="series" media_id={id} />}
    />
  );
}

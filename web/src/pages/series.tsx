import { type LoaderFunctionArgs, useParams } from 'react-router';
import { toOffer } from '#features/catalogue/prices.ts';
import { categories, seriesById } from '#features/catalogue/read-titles.ts';
import { canWatch, episodesOf } from '#features/catalogue/title-page/read-entitlements.ts';
import { SeriesPage } from '#features/catalogue/title-page/series-page.tsx';
import { Offers } from '#features/commerce/offers/offers.tsx';
import { DiscussionLink } from '#features/community/forum/discussion-link.tsx';
import { isId } from '#lib/address.ts';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  if (!isId(id)) return missing();
  const client = await preload(context, seriesById(id), categories(), canWatch('series', id), episodesOf(id));
  return client.getQueryData(seriesById(id).queryKey) === null ? missing() : null;
}
export const clientLoader = readInBrowser;

export default function Series() {
  const { id = '' } = useParams();
  return (
    <SeriesPage
      id={id}
      offers={(series) => <Offers {...toOffer('series', series)} />}
      discussion={<DiscussionLink media_type="series" media_id={id} />}
    />
  );
}

import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { SimilarTitles } from '#features/catalogue/title-page/similar/similar-titles.tsx';
import { titleToWatch } from '#features/playback/read-watch.ts';
import { WatchPage } from '#features/playback/watch-page.tsx';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

const FilmOffers = lazy(() => import('./film-offers.tsx'));

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const client = await preload(context, titleToWatch('movie', id));
  return client.getQueryData(titleToWatch('movie', id).queryKey) === null ? missing() : null;
}
export const clientLoader = readInBrowser;

export default function WatchMovie() {
  const { id = '' } = useParams();
  return (
    <WatchPage
      media="movie"
      id={id}
      suggestions={(title) => <SimilarTitles id={title} />}
      offers={
        <Suspense>
          <FilmOffers id={id} />
        </Suspense>
      }
    />
  );
}

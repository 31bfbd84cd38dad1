import { type LoaderFunctionArgs, useParams } from 'react-router';
import { SimilarTitles } from '#features/catalogue/title-page/similar/similar-titles.tsx';
import { titleToWatch } from '#features/playback/read-watch.ts';
import { WatchPage } from '#features/playback/watch-page.tsx';
import { isId } from '#lib/address.ts';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

/** The server reads as a visitor, from whom most episodes are hidden: only a malformed id is certainly missing. */
export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  if (!isId(id)) return missing();
  await preload(context, titleToWatch('episode', id));
  return null;
}
export const clientLoader = readInBrowser;

export default function WatchEpisode() {
  const { id = '' } = useParams();
  return <WatchPage media="episode" id={id} suggestions={(title) => <SimilarTitles id={title} />} />;
}

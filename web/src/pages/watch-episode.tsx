import { type LoaderFunctionArgs, useParams } from 'react-router';
import { isId, titleToWatch } from '#features/playback/read-watch.ts';
import { WatchPage } from '#features/playback/watch-page.tsx';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

/** Most episodes are hidden from visitors, as whom the server asks: only what cannot be one is missing for sure. */
export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  if (!isId(id)) return missing();
  await preload(context, titleToWatch('episode', id));
  return null;
}
export const clientLoader = readInBrowser;

export default function WatchEpisode() {
  const { id = '' } = useParams();
  return <WatchPage media="episode" id={id} />;
}

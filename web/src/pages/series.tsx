import { type LoaderFunctionArgs, useParams } from 'react-router';
import { seriesById } from '#features/catalogue/read-titles.ts';
import { isId } from '#lib/address.ts';
import { missing, preload, readInBrowser, settingsContext } from '#lib/preload.ts';
import { SeriesView, seriesQueries } from './series-view.tsx';

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  if (!isId(id)) return missing();
  const client = await preload(context, seriesById(id), ...seriesQueries(id, context.get(settingsContext)));
  return client.getQueryData(seriesById(id).queryKey) === null ? missing() : null;
}
export const clientLoader = readInBrowser;

export default function Series() {
  const { id = '' } = useParams();
  return <SeriesView id={id} />;
}

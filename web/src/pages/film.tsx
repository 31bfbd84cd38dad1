import { type LoaderFunctionArgs, useParams } from 'react-router';
import { isId } from '#lib/address.ts';
import { preload, readInBrowser, settingsContext } from '#lib/preload.ts';
import { hintsAtMember } from '#lib/session-hint.ts';
import { FilmView, filmQueries } from './film-view.tsx';

/** The film itself is read by film-head.tsx. */
export async function loader({ context, request, params: { id = '' } }: LoaderFunctionArgs) {
  if (hintsAtMember(request) && isId(id))
    await preload(context, ...filmQueries(id, context.get(settingsContext)));
  return null;
}
export const clientLoader = readInBrowser;

export default function Film() {
  const { id = '' } = useParams();
  return <FilmView id={id} />;
}

import { memberTitlePath, openTitlePath } from '@lakou/contract/catalogue/title-address';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, Navigate, redirect, useParams } from 'react-router';
import { filmById, seriesById } from '#features/catalogue/read-titles.ts';
import { FilmHead } from '#features/catalogue/title-page/film-head.tsx';
import { TitleHeroSkeleton } from '#features/catalogue/title-page/title-hero-skeleton.tsx';
import { isId } from '#lib/address.ts';
import { Head } from '#lib/head.tsx';
import { keepLanguage } from '#lib/page-language.ts';
import { missing, preload, readInBrowser, settingsContext } from '#lib/preload.ts';
import { useSession } from '#lib/session.ts';

import { LoadFailed } from '#ui/load-failed.tsx';
import { FilmView, filmQueries } from './film-view.tsx';
import { NotFoundView } from './not-found-view.tsx';
import { SeriesView, seriesQueries } from './series-view.tsx';

export async function loader({ context, request, params: { id = '' } }: LoaderFunctionArgs) {
  if (!isId(id)) return missing();
  const client = await preload(context, filmById(id), seriesById(id));
  const film = client.getQueryData(filmById(id).queryKey);
  const title = film ?? client.getQueryData(seriesById(id).queryKey);
  // Undefined: it could not be read, which is no proof that it does not exist.
  if (!title) return title === null && film === null ? missing() : null;
  const path = openTitlePath(title);
  if (new URL(request.url).pathname !== path) throw redirect(keepLanguage(path, request), 301);
  await preload(
    context,
    ...(film
      ? filmQueries(id, context.get(settingsContext))
      : seriesQueries(id, context.get(settingsContext))),
  );
  return null;
}
export const clientLoader = readInBrowser;

/** A film or series for everybody; members go on to the page that is theirs. */
export default function OpenTitle() {
  const { id = '' } = useParams();
  const { status } = useSession();
  const film = useQuery(filmById(id));
  const series = useQuery({ ...seriesById(id), enabled: !film.data });
  const kind = film.data ? 'movie' : series.data ? 'series' : null;
  if (kind && status === 'in') return <Navigate to={memberTitlePath(kind, id)} replace />;
  if (kind === 'movie')
    return (
      <>
        <FilmHead id={id} />
        <FilmView id={id} />
      </>
    );
  if (kind === 'series') return <SeriesView id={id} />;
  if (film.data === null && series.data === null) return <NotFoundView />;
  return (
    <>
      <Head title="Lakou" hidden />
      {film.isError || series.isError ? (
        <LoadFailed level={1} busy={film.isFetching || series.isFetching} retry={retry} />
      ) : (
        <TitleHeroSkeleton />
      )}
    </>
  );

  function retry(): void {
    void film.refetch();
    void series.refetch();
  }
}

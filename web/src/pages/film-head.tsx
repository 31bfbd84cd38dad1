import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, Outlet, useParams } from 'react-router';
import { categories, filmById } from '#features/catalogue/read-titles.ts';
import { FilmHead } from '#features/catalogue/title-page/film-head.tsx';
import { FilmNotFound } from '#features/catalogue/title-page/film-not-found.tsx';
import { useViewer, VISITOR } from '#features/catalogue/viewer.ts';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const client = await preload(context, filmById(id), categories());
  return client.getQueryData(filmById(id).queryKey) === null ? missing() : null;
}
export const clientLoader = readInBrowser;

/** Outside of the guard: visitors and search engines get the film's metadata, members its page. */
export default function FilmOutside() {
  const { id = '' } = useParams();
  const { data: film } = useQuery(filmById(id));
  const isVisitor = useViewer() === VISITOR;
  return (
    <>
      <FilmHead id={id} />
      {/* Nobody is sent to sign in for a film that does not exist. */}
      {film === null && isVisitor ? <FilmNotFound /> : <Outlet />}
    </>
  );
}

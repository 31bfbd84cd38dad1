import { type LoaderFunctionArgs, Outlet, useParams } from 'react-router';
import { categories, filmById } from '#features/catalogue/read-titles.ts';
import { FilmHead } from '#features/catalogue/title-page/film-head.tsx';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const client = await preload(context, filmById(id), categories());
  return client.getQueryData(filmById(id).queryKey) === null ? missing() : null;
}
export const clientLoader = readInBrowser;

/** Outside of the guard: visitors and search engines get the film's metadata, members its page. */
export default function FilmOutside() {
  const { id = '' } = useParams();
  return (
    <>
      <FilmHead id={id} />
      <Outlet />
    </>
  );
}

import { useParams } from 'react-router';
import { FilmPage } from '../features/catalogue/film-page.tsx';

export default function Film() {
  const { id = '' } = useParams();
  return <FilmPage id={id} />;
}

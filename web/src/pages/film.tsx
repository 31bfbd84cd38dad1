import { useParams } from 'react-router';
import { FilmPage } from '../features/catalogue/film-page.tsx';
import { DiscussionLink } from '../features/community/forum/discussion-link.tsx';

export default function Film() {
  const { id = '' } = useParams();
  return <FilmPage id={id} discussion={<DiscussionLink media_type="movie" media_id={id} />} />;
}

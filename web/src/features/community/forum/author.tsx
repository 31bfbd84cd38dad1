import { Link } from 'react-router';
import { type Translate, useTranslations } from '#lib/translations.tsx';

/** The author of a topic or reply; all null when the account was deleted. */
export interface Author {
  user_id: string | null;
  author_username: string | null;
  author_full_name: string | null;
  author_avatar_url: string | null;
  /** The film or series that a topic belongs to: such topics are created by Lakou itself. */
  media_id?: string | null;
}

export function authorDisplayName(author: Author, t: Translate): string {
  if (author.media_id && author.user_id === null) return 'Lakou';
  return author.author_full_name || author.author_username || t('community.unknown');
}

/** Links to the author's profile, unless that is private or deleted. */
export function AuthorName({ author }: { author: Author }) {
  const t = useTranslations();
  const name = <bdi>{authorDisplayName(author, t)}</bdi>;
  if (author.user_id === null || author.author_full_name === null)
    return <span className="author-name">{name}</span>;
  return (
    <Link to={`/profile/${author.user_id}`} discover="none" className="author-name">
      {name}
    </Link>
  );
}

import { Link } from 'react-router';
import { type Translate, useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';

/** Whoever wrote something; all null when they have left. */
export interface Author {
  user_id: string | null;
  author_username: string | null;
  author_full_name: string | null;
  author_avatar_url: string | null;
  /** The film or series that a topic belongs to: such topics are opened by the house. */
  media_id?: string | null;
}

export function nameOf(author: Author, t: Translate): string {
  if (author.media_id && author.user_id === null) return 'Lakou';
  return author.author_full_name || author.author_username || t('community.unknown');
}

/** A name that leads to its profile, unless that is private or gone. */
export function AuthorName({ author, className }: { author: Author; className?: string }) {
  const t = useTranslations();
  const name = <bdi>{nameOf(author, t)}</bdi>;
  const dress = cx('font-semibold wrap-anywhere', className);
  if (author.user_id === null || author.author_full_name === null)
    return <span className={dress}>{name}</span>;
  return (
    <Link to={`/profile/${author.user_id}`} className={cx('rounded-s hover:underline', dress)}>
      {name}
    </Link>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Stars } from '#ui/star-rating.tsx';
import type { Review } from './read-reviews.ts';

interface ReviewCardProps {
  review: Review;
  /** For its author. */
  action?: ReactNode;
  footer?: ReactNode;
}

export function ReviewCard({ review, action, footer }: ReviewCardProps) {
  const t = useTranslations();
  const format = useFormat();
  const { profiles: author, created_at, updated_at } = review;
  const name = author?.full_name || author?.username || t('catalogue.anonymous');
  return (
    <article className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-2">
      <Avatar src={author?.avatar_url} name={name} />
      <div>
        <h3 className="font-sans text-base leading-snug font-semibold">
          {/* A private profile has no page. */}
          {author?.full_name ? (
            <Link to={`/profile/${review.user_id}`} discover="none" className="rounded-s hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <div className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
          <Stars value={review.rating} />
          <time dateTime={created_at} data-date="">
            {format.date(created_at)}
          </time>
          {isEdited(created_at, updated_at) && <span>({t('catalogue.edited')})</span>}
        </div>
      </div>
      {action}
      {review.review_text && (
        <p className="col-span-full max-w-prose whitespace-pre-line wrap-anywhere sm:col-span-1 sm:col-start-2">
          {review.review_text}
        </p>
      )}
      {footer && <div className="col-span-full sm:col-span-1 sm:col-start-2">{footer}</div>}
    </article>
  );
}

function isEdited(created_at: string, updated_at: string): boolean {
  return Date.parse(updated_at) - Date.parse(created_at) > 1000;
}

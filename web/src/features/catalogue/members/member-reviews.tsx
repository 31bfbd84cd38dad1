import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTitlePath } from '#lib/title-path.ts';
import { Card } from '#ui/card.tsx';
import { Poster } from '#ui/poster.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Stars } from '#ui/star-rating.tsx';
import { useTranslatedTitle } from '../translated-title.ts';
import { type ReviewByMember, reviewsBy } from './read-member-titles.ts';

/** A member's last reviews; nothing when there are none. */
export function MemberReviews({ member, title }: { member: string; title: string }) {
  const { data: reviews = [] } = useQuery(reviewsBy(member));
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="member-reviews" className="page-width grid gap-5">
      <SectionHead id="member-reviews" title={title} />
      <ul aria-labelledby="member-reviews" className="grid gap-4 lg:grid-cols-2">
        {reviews.map((review) => (
          <li key={review.id} className="grid min-w-0">
            <ReviewedTitle review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReviewedTitle({ review }: { review: ReviewByMember }) {
  const titlePath = useTitlePath();
  const { kind, rating, review_text, created_at } = review;
  const title = useTranslatedTitle(review.title);
  return (
    <Card interactive className="relative isolate" asChild>
      <article className="grid grid-cols-[4rem_minmax(0,1fr)] content-start gap-4">
        <Poster src={title.thumbnail_url} seed={review.title.title} alt="" sizes="4rem" defer />
        <div className="grid content-start gap-1">
          <h3 className="text-lg leading-snug wrap-anywhere">
            <Link
              to={titlePath(kind, review.title)}
              className="after:absolute after:inset-0 after:rounded-l focus-inset"
            >
              {title.title}
            </Link>
          </h3>
          <div className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
            <Stars value={rating} />
            <RelativeTime iso={created_at} />
          </div>
          {review_text && (
            <p dir="auto" className="line-clamp-4 whitespace-pre-line text-soft wrap-anywhere">
              {review_text}
            </p>
          )}
        </div>
      </article>
    </Card>
  );
}

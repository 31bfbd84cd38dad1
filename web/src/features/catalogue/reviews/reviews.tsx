import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Viewer } from '../viewer.ts';
import { reviewsOf } from './read-reviews.ts';
import { ReviewCard } from './review-card.tsx';

/** Loaded when the tab is opened. */
const OwnReview = lazy(() => import('./own-review.tsx').then(({ OwnReview }) => ({ default: OwnReview })));

interface ReviewsProps {
  movie_id: string;
  viewer: Viewer | undefined;
  count: number;
  /** Nothing is fetched while its tab is closed. */
  isOpen: boolean;
}

/** The viewer's own review first, then all others, newest first. */
export function Reviews({ movie_id, viewer, count, isOpen }: ReviewsProps) {
  const t = useTranslations();
  return (
    <div className="grid max-w-4xl gap-8">
      {isOpen && (
        <Suspense fallback={<OwnReviewSkeleton />}>
          {viewer ? <OwnReview movie_id={movie_id} viewer={viewer} /> : <OwnReviewSkeleton />}
        </Suspense>
      )}
      {count === 0 ? (
        <EmptyState
          level={3}
          art={<LazyIllustration of="drum" className="size-40" />}
          title={t('catalogue.no_reviews')}
          text={t('catalogue.no_reviews_text')}
        />
      ) : (
        <OtherReviews movie_id={movie_id} viewer={viewer} isOpen={isOpen} />
      )}
    </div>
  );
}

function OwnReviewSkeleton() {
  return <Skeleton className="h-64" />;
}

function OtherReviews({ movie_id, viewer, isOpen }: Omit<ReviewsProps, 'count'>) {
  const t = useTranslations();
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({ ...reviewsOf(movie_id), enabled: isOpen });
  if (!data) {
    if (isError) return <LoadFailed busy={isFetching} retry={refetch} />;
    return <Skeleton className="h-48" />;
  }
  const others = data.pages.flat().filter(({ user_id }) => user_id !== viewer);
  return (
    <>
      <ul aria-label={t('catalogue.reviews')} className="grid gap-6 empty:hidden">
        {others.map((review) => (
          <li key={review.id} className="border-b border-line pb-6 last:border-0">
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
      {isOpen && hasNextPage && (
        <Button
          variant="secondary"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
          className="justify-self-start"
        >
          {t('catalogue.more_reviews')}
        </Button>
      )}
    </>
  );
}

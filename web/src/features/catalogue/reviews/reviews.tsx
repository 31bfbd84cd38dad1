import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Viewer } from '../viewer.ts';
import { OwnReview } from './own-review.tsx';
import { reviewsOf } from './read-reviews.ts';
import { ReviewCard } from './review-card.tsx';

/** The viewer's own review first, then all others, newest first. */
export function Reviews({ movie_id, viewer, count }: { movie_id: string; viewer: Viewer; count: number }) {
  const t = useTranslations();
  return (
    <div className="grid max-w-4xl gap-8">
      <OwnReview movie_id={movie_id} viewer={viewer} />
      {count === 0 ? (
        <EmptyState
          level={3}
          art={<LazyIllustration of="drum" className="size-40" />}
          title={t('catalogue.no_reviews')}
          text={t('catalogue.no_reviews_text')}
        />
      ) : (
        <OtherReviews movie_id={movie_id} viewer={viewer} />
      )}
    </div>
  );
}

function OtherReviews({ movie_id, viewer }: { movie_id: string; viewer: Viewer }) {
  const t = useTranslations();
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(reviewsOf(movie_id));
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
      {hasNextPage && (
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

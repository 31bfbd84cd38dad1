import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Viewer } from '../viewer.ts';
import { HelpfulButton } from './helpful-button.tsx';
import { ownVotes, type Review, type ReviewChoice, type ReviewedTitle, reviewsOf } from './read-reviews.ts';
import { ReviewCard } from './review-card.tsx';

interface ReviewListProps {
  title: ReviewedTitle;
  viewer: Viewer | undefined;
  choice: ReviewChoice;
  /** Nothing is fetched while its tab is closed. */
  isOpen: boolean;
}

/** What others wrote, page by page. */
export function ReviewList({ title, viewer, choice, isOpen }: ReviewListProps) {
  const t = useTranslations();
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({ ...reviewsOf(title, choice), enabled: isOpen });
  if (!data) {
    if (isError) return <LoadFailed busy={isFetching} retry={refetch} />;
    return <Skeleton className="h-48" />;
  }
  return (
    <>
      <ul aria-label={t('catalogue.reviews')} className="grid gap-6 empty:hidden">
        {data.pages.map((page, at) => (
          <ReviewItems
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added at the end.
            key={at}
            reviews={page.filter(({ user_id }) => user_id !== viewer)}
            viewer={isOpen ? viewer : undefined}
          />
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

function ReviewItems({ reviews, viewer }: { reviews: Review[]; viewer: Viewer | undefined }) {
  const { data: votes = [] } = useQuery(ownVotes(reviews, viewer));
  return reviews.map((review) => (
    <li key={review.id} className="border-b border-line pb-6 last:border-0">
      <ReviewCard
        review={review}
        footer={<HelpfulButton review={review} hadVoted={votes.includes(review.id)} />}
      />
    </li>
  ));
}

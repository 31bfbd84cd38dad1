import { lazy, Suspense, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { SignInPrompt } from '#ui/sign-in-prompt.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Kind } from '../title.ts';
import { VISITOR, type Viewer } from '../viewer.ts';
import { RatingHistogram } from './rating-histogram.tsx';
import type { ReviewChoice } from './read-reviews.ts';
import { ReviewList } from './review-list.tsx';
import { ReviewOrderSelect } from './review-order-select.tsx';

/** Loaded when the tab is opened. */
const OwnReview = lazy(() => import('./own-review.tsx').then(({ OwnReview }) => ({ default: OwnReview })));

interface ReviewsProps {
  kind: Kind;
  title: { id: string; rating: number | null; review_count: number; rating_counts: number[] };
  /** Undefined while that is not known. */
  viewer: Viewer | undefined;
  /** Nothing is fetched while its tab is closed. */
  isOpen?: boolean;
}

/** The viewer's own review first, then how all rated, then the reviews, newest first. */
export function Reviews({ kind, title, viewer, isOpen = true }: ReviewsProps) {
  const t = useTranslations();
  const [choice, setChoice] = useState<ReviewChoice>({ order: 'newest', stars: null });
  const reviewed = { kind, id: title.id };
  return (
    <div className="grid max-w-4xl gap-8">
      {isOpen && (
        <Suspense fallback={<OwnReviewSkeleton />}>
          {viewer === undefined ? (
            <OwnReviewSkeleton />
          ) : viewer === VISITOR ? (
            <SignInPrompt text={t('catalogue.review_sign_in')} />
          ) : (
            <OwnReview title={reviewed} viewer={viewer} />
          )}
        </Suspense>
      )}
      {title.rating === null ? (
        <EmptyState
          level={3}
          art={<LazyIllustration of="drum" className="size-40" />}
          title={t('catalogue.no_reviews')}
          text={t('catalogue.no_reviews_text')}
        />
      ) : (
        <>
          <RatingHistogram
            rating={title.rating}
            counts={title.rating_counts}
            stars={choice.stars}
            onChoose={(stars) => setChoice(withStars(choice, stars))}
          />
          <ReviewOrderSelect choice={choice} onChange={setChoice} />
          <ReviewList title={reviewed} viewer={viewer} choice={choice} isOpen={isOpen} />
        </>
      )}
    </div>
  );
}

/** Reviews with the same stars have no highest and no lowest. */
function withStars({ order }: ReviewChoice, stars: number | null): ReviewChoice {
  return { order: stars === null || order === 'helpful' ? order : 'newest', stars };
}

function OwnReviewSkeleton() {
  return <Skeleton className="h-64" />;
}

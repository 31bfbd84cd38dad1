import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Viewer } from '../viewer.ts';
import { DeleteReviewButton } from './delete-review-button.tsx';
import { ownReview, type ReviewedTitle } from './read-reviews.ts';
import { ReviewCard } from './review-card.tsx';
import { ReviewForm } from './review-form.tsx';

/** The form for a first review; afterwards the review, which its author alone can edit. */
export function OwnReview({ title, viewer }: { title: ReviewedTitle; viewer: Viewer }) {
  const t = useTranslations();
  const { data: existing, isError, refetch, isFetching } = useQuery(ownReview(title, viewer));
  const [editing, setEditing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // The focused form is removed, so the focus moves to the card.
  const handleDone = (): void => {
    setEditing(false);
    box.current?.focus();
  };
  if (existing === undefined)
    return isError ? <LoadFailed busy={isFetching} retry={refetch} /> : <Skeleton className="h-64" />;
  return (
    <Card ref={box} tabIndex={-1}>
      {existing && !editing ? (
        <section aria-label={t('catalogue.your_review')}>
          <ReviewCard
            review={existing}
            action={
              <div className="flex items-center gap-1">
                <Button variant="secondary" size="s" onClick={() => setEditing(true)}>
                  <Icon name="edit" />
                  {t('catalogue.edit')}
                </Button>
                <DeleteReviewButton id={existing.id} />
              </div>
            }
          />
        </section>
      ) : (
        <ReviewForm title={title} viewer={viewer} existing={existing} onDone={handleDone} />
      )}
    </Card>
  );
}

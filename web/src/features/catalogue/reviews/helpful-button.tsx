import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Review } from './read-reviews.ts';
import { voteForReview } from './write-review.ts';

interface HelpfulButtonProps {
  review: Review;
  /** Whether the viewer had voted when the page was read. */
  hadVoted: boolean;
}

/** 'Helpful' with the number of votes. The database counts a vote a second later, so the own one is added here. */
export function HelpfulButton({ review, hadVoted }: HelpfulButtonProps) {
  const t = useTranslations();
  const [change, setChange] = useState<boolean | null>(null);
  const voted = change ?? hadVoted;
  const count = Math.max(0, review.helpful_count + Number(voted) - Number(hadVoted));
  const { run } = useAction((isHelpful: boolean) => voteForReview(review.id, isHelpful), {
    onMutate: setChange,
    onError: (_error, isHelpful) => setChange(!isHelpful),
    signInKey: 'catalogue.vote_sign_in',
    signIn: 'offer',
    errorKey: 'catalogue.vote_failed',
  });
  return (
    <Button
      variant={voted ? 'secondary' : 'quiet'}
      size="s"
      aria-pressed={voted}
      onClick={() => void run(!voted)}
      className="-ms-3 justify-self-start"
    >
      <Icon name="thumb-up" />
      {t('catalogue.helpful')}
      {count > 0 && (
        <span className="tabular-nums">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{t('catalogue.helpful_count', { count })}</span>
        </span>
      )}
    </Button>
  );
}

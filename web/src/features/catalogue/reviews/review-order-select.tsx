import { useId } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Select } from '#ui/select.tsx';
import { REVIEW_ORDERS, type ReviewChoice, type ReviewOrder } from './read-reviews.ts';

interface ReviewOrderSelectProps {
  choice: ReviewChoice;
  onChange: (choice: ReviewChoice) => void;
}

/** The order of the reviews, and the way back to all of them. */
export function ReviewOrderSelect({ choice, onChange }: ReviewOrderSelectProps) {
  const t = useTranslations();
  const id = useId();
  const orders = choice.stars === null ? REVIEW_ORDERS : REVIEW_ORDERS.slice(0, 2);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 noscript:hidden">
      <label htmlFor={id} className="text-sm text-soft">
        {t('catalogue.sort_reviews')}
      </label>
      <Select
        id={id}
        className="w-52"
        value={choice.order}
        onChange={({ target }) => onChange({ ...choice, order: target.value as ReviewOrder })}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {t(`catalogue.reviews_${order}`)}
          </option>
        ))}
      </Select>
      <span role="status">
        {choice.stars !== null && (
          <Button variant="quiet" size="s" onClick={() => onChange({ ...choice, stars: null })}>
            <Icon name="close" />
            {t('catalogue.all_reviews', { stars: t('shell.star_count', { count: choice.stars }) })}
          </Button>
        )}
      </span>
    </div>
  );
}

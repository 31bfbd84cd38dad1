import { type Access, accessText } from '#lib/access-label.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge, type BadgeTone } from './badge.tsx';
import { cx } from './class-names.ts';

const TONES: Record<Access['is'], BadgeTone> = {
  free: 'free',
  yours: 'success',
  included: 'success',
  rented: 'success',
  premium: 'premium',
  rent: 'premium',
  buy: 'premium',
  subscription: 'premium',
  draft: 'info',
};

interface AccessBadgeProps {
  label: Access;
  now: number;
  /** What was here before: the badge keeps at least its size, so that nothing around it moves. */
  shared?: Access;
  className?: string;
}

/** 'Free', 'Included', 'Yours', '41 h left', 'Premium $12.99', 'Rent $4.49', 'Buy $12.99' or 'Subscription'. */
export function AccessBadge({ label, now, shared = label, className }: AccessBadgeProps) {
  const t = useTranslations();
  const format = useFormat();
  const text = accessText(label, now, t, format);
  const badge = (
    <Badge tone={TONES[label.is]} className={cx(className, label.is === 'rented' && 'whitespace-normal')}>
      {text}
    </Badge>
  );
  if (shared.is === label.is) return badge;
  return (
    <span className="inline-grid justify-items-start *:col-start-1 *:row-start-1">
      {badge}
      <Badge aria-hidden="true" className="invisible">
        {accessText(shared, now, t, format)}
      </Badge>
    </span>
  );
}

import { expect, test } from 'vitest';
import { renderMarkup } from '../../../test-support/render-markup.tsx';
import { renewalNote } from './members/renewal-note.ts';
import { SubscriptionBadge } from './members/subscription-badge.tsx';
import { Availability } from './titles/availability.tsx';

const [past, future] = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'];

test.each([
  ['active', future, 'active', 'free-text'],
  ['active', past, 'expired', 'text-soft'],
  ['canceled', future, 'canceled', 'danger-text'],
  ['expired', past, 'expired', 'text-soft'],
  ['past_due', future, 'past_due', 'info-text'],
  ['paused', future, 'paused', 'info-text'],
])(
  'a subscription with status %s until %s has the badge %s in the colour %s',
  (status, expires_at, word, colour) => {
    const badge = renderMarkup(<SubscriptionBadge status={status} expires_at={expires_at} />);
    expect(badge).toContain(`>${word}<`);
    expect(badge).toContain(`text-${colour}`);
  },
);

test.each([
  ['active', future, false, 'admin.renews_then'],
  ['active', future, true, 'admin.ends_then'],
  ['active', past, false, null],
  ['canceled', future, false, null],
  ['past_due', future, false, null],
  ['expired', past, false, null],
])(
  'a subscription that is %s until %s, cancelled at its end: %s, says %s',
  (status, expires_at, cancel_at_period_end, note) => {
    expect(renewalNote({ status, expires_at, cancel_at_period_end }, Date.now())).toBe(note);
  },
);

test('availability shows Free, For Sale, For Rent, several of these, or Not Available with Subscription', () => {
  const badges = (is_free: boolean, is_purchasable: boolean, is_rentable: boolean) =>
    Array.from(
      renderMarkup(<Availability {...{ is_free, is_purchasable, is_rentable }} />).matchAll(
        />([A-Z][^<]+)</g,
      ),
      ([, word]) => word,
    );
  expect(badges(true, false, false)).toEqual(['Free']);
  expect(badges(false, true, true)).toEqual(['For Sale', 'For Rent']);
  expect(badges(false, false, false)).toEqual(['Not Available', 'Subscription']);
});

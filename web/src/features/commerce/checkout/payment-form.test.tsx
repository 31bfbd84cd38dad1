import { expect, test } from 'vitest';
import { renderMarkup } from '../../../../test-support/render-markup.tsx';
import { PaymentForm } from './payment-form.tsx';

test.each([
  ['movie', 'purchase', 'Movie Purchase', 'Own forever'],
  ['movie', 'rental', 'Movie Rental', 'Watch for 48 hours'],
  ['series', 'purchase', 'Series Purchase', 'Own forever'],
  ['series', 'rental', 'Series Rental', 'Watch for 48 hours'],
] as const)(
  'a member who pays for a %s as a %s sees what it is, how long it lasts and what it costs',
  (mediaType, type, kind, lasts) => {
    const item = { id: 'x', title: 'Lanp lan', mediaType, type, price: 9.5, thumbnailUrl: null };
    const text = renderMarkup(<PaymentForm item={item} order={null} />).replace(/<[^>]+>/g, '·');
    for (const word of ['Complete Your Payment', kind, 'Lanp lan', lasts, 'Pay $9.50', 'Cancel'])
      expect(text).toContain(`·${word}·`);
    expect(text).toMatch(/Price·+\$9\.50·+Total·+\$9\.50/);
  },
);

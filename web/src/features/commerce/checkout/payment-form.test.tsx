import { expect, test } from 'vitest';
import { renderMarkup } from '../../../../test-support/render-markup.tsx';
import { MethodChoice } from './method-choice.tsx';
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

test('a member with a promotion code sees the full price, the discount and what is left', () => {
  const item = {
    id: 'x',
    title: 'Lanp lan',
    mediaType: 'movie',
    type: 'purchase',
    thumbnailUrl: null,
  } as const;
  const shown = (price: number, discount: number) =>
    renderMarkup(<PaymentForm item={{ ...item, price, discount }} order={null} />).replace(/<[^>]+>/g, '·');
  expect(shown(9.75, 3.24)).toMatch(/Price·+\$12\.99·+Discount·+−·*\$3\.24·+Total·+\$9\.75.*Pay \$9\.75/s);
  expect(shown(0, 12.99)).toContain('·Get it for free·');
  expect(shown(0, 12.99)).not.toContain('Do you have a promotion code?');
});

test('somebody with a card is told from which amount on cards are taken', () => {
  const shown = (isBelowCards: boolean) =>
    renderMarkup(
      <MethodChoice
        methods={['moncash']}
        chosen="moncash"
        onChoose={() => {}}
        priceOf={() => ''}
        isBelowCards={isBelowCards}
      />,
    );
  expect(shown(true)).toContain('Cards are taken from $0.50.');
  expect(shown(false)).not.toContain('Cards');
});

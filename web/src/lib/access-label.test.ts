import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { accessLabel, accessText, type OfferedTitle, type TitleRights, waysToGet } from './access-label.ts';
import type { Translate } from './translations.tsx';

const messages = await loadMessages('en');
const t: Translate = (key, blanks) => translate(messages, 'en', key, blanks);
const format = {
  price: (amount: number) => `$${amount.toFixed(2)}`,
  money: (amount: number) => `$${amount.toFixed(2)}`,
  date: String,
  time: String,
  number: String,
  country: String,
};
const now = Date.parse('2026-11-15T12:00:00Z');
const [soon, past] = ['2026-11-17T05:30:00Z', '2026-11-15T11:59:00Z'];

const title = (change: Partial<OfferedTitle>): OfferedTitle => ({
  kind: 'movie',
  is_free: false,
  is_purchasable: false,
  is_rentable: false,
  purchase_price: null,
  rental_price: null,
  ...change,
});
const free = title({ is_free: true, is_purchasable: true });
const both = title({ is_purchasable: true, is_rentable: true, purchase_price: 12.99, rental_price: 4.49 });
const rentOnly = title({ is_rentable: true, rental_price: 3 });
const subscriptionOnly = title({});
const draft = { ...both, published: false };
const freeDraft = { ...free, published: false };

const none: TitleRights = { access: null, until: null };
const open: TitleRights = { access: 'free', until: null };
const bought: TitleRights = { access: 'bought', until: null };
const included: TitleRights = { access: 'included', until: null };
const rented: TitleRights = { access: 'rented', until: soon };
const wasRented: TitleRights = { access: 'rented', until: past };
const includedAndRented: TitleRights = { access: 'included', until: soon };

test.each([
  ['a free film for a visitor', 'Free', free, none],
  ['a free film for a subscriber', 'Free', free, open],
  ['a film that was bought before it became free', 'Yours', free, bought],
  ['a film for sale and rent for a visitor or member without a right', 'Premium $12.99', both, none],
  ['a film for rent only', 'Premium $3.00', rentOnly, none],
  ['a film that comes with the subscription alone', 'Subscription', subscriptionOnly, none],
  ['a series without prices', 'Premium $19.99', title({ kind: 'series', is_purchasable: true }), none],
  ['a film for sale for a subscriber', 'Included', both, included],
  ['a film of the subscription for a subscriber', 'Included', subscriptionOnly, included],
  ['a film for a buyer', 'Yours', both, bought],
  ['a film for a renter', '41 h left', both, rented],
  ['a film for a renter whose time is over', 'Premium $12.99', both, wasRented],
  ['a film for a renter with a subscription', 'Included', both, includedAndRented],
  ['a draft for staff', 'Draft: only staff can see and watch it', draft, included],
  ['a free draft for staff', 'Draft: only staff can see and watch it', freeDraft, included],
  ['an unpublished film for its buyer', 'Yours', draft, bought],
  ['an unpublished film for its renter', '41 h left', draft, rented],
])('%s: %s', (_who, text, offered, rights) => {
  expect(accessText(accessLabel(offered, rights, now), now, t, format)).toBe(text);
});

test('the ways to get a film are renting, buying and subscribing, as far as it is offered', () => {
  const ways = (offered: OfferedTitle) => waysToGet(offered).map((way) => accessText(way, now, t, format));
  expect(ways(both)).toEqual(['Rent $4.49', 'Buy $12.99', 'Subscription']);
  expect(ways(rentOnly)).toEqual(['Rent $3.00', 'Subscription']);
  expect(ways(subscriptionOnly)).toEqual(['Subscription']);
  expect([...ways(free), ...ways(draft)]).toEqual([]);
});

import { expect, test } from 'vitest';
import { offerMethods, walletPrice } from './offer-methods.ts';

const offer = {
  paymentMethods: ['stripe', 'moncash'] as const,
  cents: 449,
  gourdes: 590,
  last: null,
  credit: 0,
};

test('credit that covers the price comes first, then the method last used', () => {
  expect(offerMethods(offer)).toEqual(['stripe', 'moncash']);
  expect(offerMethods({ ...offer, last: 'moncash' })).toEqual(['moncash', 'stripe']);
  expect(offerMethods({ ...offer, last: 'moncash', credit: 449 })).toEqual(['credit', 'moncash', 'stripe']);
  expect(offerMethods({ ...offer, credit: 448 })).toEqual(['stripe', 'moncash']);
});

test('a wallet needs a price in gourdes that it can hold, a card one from 50 cents', () => {
  expect(walletPrice(449, 131.25)).toBe(590);
  expect([walletPrice(449, null), walletPrice(10_000_000, 131.25)]).toEqual([undefined, undefined]);
  expect(offerMethods({ ...offer, gourdes: undefined })).toEqual(['stripe']);
  expect(offerMethods({ ...offer, cents: 49 })).toEqual(['moncash']);
});

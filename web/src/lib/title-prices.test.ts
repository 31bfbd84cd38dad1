import { expect, test } from 'vitest';
import { buyPrice, rentPrice } from './title-prices.ts';

const unpriced = { purchase_price: null, rental_price: null };

test('a film without prices is sold for 9.99 and rented for 4.99, a series for 19.99 and 9.99', () => {
  expect([buyPrice('movie', unpriced), rentPrice('movie', unpriced)]).toEqual([9.99, 4.99]);
  expect([buyPrice('series', unpriced), rentPrice('series', unpriced)]).toEqual([19.99, 9.99]);
});

test('a film with only a price for buying is rented for half of it, in whole cents', () => {
  expect(rentPrice('movie', { purchase_price: 8.99, rental_price: null })).toBe(4.5);
  expect(rentPrice('movie', { purchase_price: 8.99, rental_price: 1.5 })).toBe(1.5);
});

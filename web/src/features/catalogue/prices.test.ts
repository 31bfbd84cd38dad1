import { expect, test } from 'vitest';
import { buyPrice, cardPrice, rentPrice } from './prices.ts';
import { SAMPLE_FILMS } from './sample-films.ts';

const film = { ...SAMPLE_FILMS[0], is_free: false, is_purchasable: true, is_rentable: true };

test('a film without prices is sold for 9.99 and rented for 4.99, a series for 19.99 and 9.99', () => {
  expect([buyPrice('movie', film), rentPrice('movie', film)]).toEqual([9.99, 4.99]);
  expect([buyPrice('series', film), rentPrice('series', film)]).toEqual([19.99, 9.99]);
});

test('a film with only a price for buying is rented for half of it, in whole cents', () => {
  expect(rentPrice('movie', { purchase_price: 8.99, rental_price: null })).toBe(4.5);
  expect(rentPrice('movie', { purchase_price: 8.99, rental_price: 1.5 })).toBe(1.5);
});

test('a card shows the price of buying, else that of renting, else nothing', () => {
  expect(cardPrice('movie', { ...film, purchase_price: 12.99, rental_price: 3 })).toBe(12.99);
  expect(cardPrice('movie', { ...film, is_purchasable: false, rental_price: 3 })).toBe(3);
  expect(cardPrice('movie', { ...film, is_purchasable: false, is_rentable: false })).toBeNull();
  expect(cardPrice('movie', { ...film, is_free: true })).toBe('free');
});

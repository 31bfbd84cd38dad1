import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { footerColumns, headerPlaces, type Place } from './navigation.ts';

const words = await loadMessages('en');
const read = (places: readonly Place[]) =>
  places.map(({ to, name }) => `${translate(words, 'en', name)} ${to}`);

test.each([
  ['a visitor', { signedIn: false, admin: false }, 'Home /, Categories /categories, Browse Content /login'],
  [
    'a member',
    { signedIn: true, admin: false },
    'Home /, Films /films, Series /series, Categories /categories, Forum /forum',
  ],
  [
    'an admin',
    { signedIn: true, admin: true },
    'Home /, Films /films, Series /series, Categories /categories, Forum /forum, Admin /admin',
  ],
])('%s is offered what the specification lists in the header', (_who, appearance, listed) => {
  expect(read(headerPlaces(appearance)).join(', ')).toBe(listed);
});

test('the footer has the columns of the specification, with its words', () => {
  expect(
    footerColumns.map(({ heading, places }) => [translate(words, 'en', heading), ...read(places)].join(', ')),
  ).toEqual([
    'Navigation, Home /, Films /films, Series /series, Categories /categories',
    'Account, Login /login, Register /register, My Profile /profile, Subscribe /subscribe',
    'Support, FAQ /faq, Contact Us /contact, Terms of Service /terms, Privacy Policy /privacy',
  ]);
});

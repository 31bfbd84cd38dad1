import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import {
  bottomLinks,
  footerColumns,
  hasBottomNavigation,
  headerLinks,
  membersFooterLinks,
  type NavigationLink,
} from './navigation.ts';

const messages = await loadMessages('en');
const read = (links: readonly NavigationLink[]) =>
  links.map(({ to, name }) => `${translate(messages, 'en', name)} ${to}`);

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
  expect(read(headerLinks(appearance)).join(', ')).toBe(listed);
});

test('the footer has the columns of the specification, with its texts', () => {
  expect(
    footerColumns.map(({ heading, links }) =>
      [translate(messages, 'en', heading), ...read(links)].join(', '),
    ),
  ).toEqual([
    'Navigation, Home /, Films /films, Series /series, Categories /categories',
    'Account, Login /login, Register /register, My Profile /profile, Subscribe /subscribe',
    'Support, FAQ /faq, Contact Us /contact, Terms of Service /terms, Privacy Policy /privacy, Accessibility /accessibility',
  ]);
});

test('a member’s footer has the specification’s links without Login and Register', () => {
  expect(read(membersFooterLinks).join(', ')).toBe(
    'Home /, Films /films, Series /series, Categories /categories, My Profile /profile, Subscribe /subscribe, FAQ /faq, Contact Us /contact, Terms of Service /terms, Privacy Policy /privacy, Accessibility /accessibility',
  );
});

test('the bar of phones leads visitors to sign in and members to their profile, and is not on payments', () => {
  expect(read(bottomLinks({ signedIn: false })).at(-1)).toBe('Me /login');
  expect(read(bottomLinks({ signedIn: true })).at(-1)).toBe('Me /profile');
  const shown = ['/', '/payments', '/payment', '/Payment/', '/payment-success'].map(hasBottomNavigation);
  expect(shown).toEqual([true, true, false, false, false]);
});

import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://lakou.example', { id: 'lakou.example', origins: ['https://lakou.example'] }],
  ['https://lakou.example:8443', { id: 'lakou.example', origins: ['https://lakou.example:8443'] }],
  ['http://localhost:4000', { id: 'localhost', origins: ['http://localhost:4000'] }],
  ['http://demo.localhost:4000', { id: 'demo.localhost', origins: ['http://demo.localhost:4000'] }],
  // A loopback address has a name, under which the same pages have passkeys.
  ['http://127.0.0.1:4000', { id: 'localhost', origins: ['http://localhost:4000'] }],
  ['http://[::1]:4000', { id: 'localhost', origins: ['http://localhost:4000'] }],
  ['http://127.0.0.1', { id: 'localhost', origins: ['http://localhost'] }],
  // Browsers have no WebAuthn there.
  ['http://lakou.example', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::1]', undefined],
])('passkeys of %s belong to %j', (url, party) => {
  expect(relyingPartyOf(url)).toEqual(party);
});

import { expect, test } from 'vitest';
import { SessionNetworks } from './session-networks.ts';

function createNetworks() {
  let clock = 0;
  const networks = new SessionNetworks(() => clock);
  return {
    admit: (address: string, session = 'a') => networks.admit(session, address),
    advance: (seconds: number) => (clock += seconds * 1000),
  };
}

test('a phone that leaves home and returns is admitted all the time', () => {
  const { admit } = createNetworks();
  const home = ['203.0.113.9', '2001:db8:1:2::7'];
  const mobile = ['198.51.100.4', '2001:db8:ffff::1'];
  for (let times = 0; times < 3; times += 1)
    for (const address of [...home, ...mobile]) expect(admit(address), address).toBe(true);
});

test('a client whose provider has many addresses counts as one', () => {
  const { admit } = createNetworks();
  for (let at = 0; at < 200; at += 1) {
    expect(admit(`203.0.113.${at}`)).toBe(true);
    expect(admit(`2001:db8:1:${at.toString(16)}::1`)).toBe(true);
  }
});

test('of twelve clients in twelve places the four newest stay', () => {
  const { admit } = createNetworks();
  const addresses = Array.from({ length: 12 }, (_, at) => `203.0.${at}.1`);
  for (const address of addresses) expect(admit(address)).toBe(true);
  expect(addresses.filter((address) => admit(address))).toEqual(addresses.slice(-4));
  expect(admit('203.0.0.1', 'another session')).toBe(true);
});

test('a place that was not used for a minute is forgotten', () => {
  const { admit, advance } = createNetworks();
  for (let at = 0; at < 5; at += 1) admit(`203.0.${at}.1`);
  expect(admit('203.0.0.1')).toBe(false);
  advance(61);
  expect(admit('203.0.0.1')).toBe(true);
});

import { expect, test } from 'vitest';
import { LoadShedding } from './load-shedding.ts';
import type { Rank } from './request-rank.ts';

const RANKS: Rank[] = ['visitor', 'member', 'essential', 'served'];

const refused = (shedding: LoadShedding) => RANKS.filter((rank) => shedding.wait(rank) > 0);

test('visitors are refused first, then members, and sign-in and playback last', () => {
  const shedding = new LoadShedding({ lagMs: 1000, requests: 10 });
  const upTo = (count: number) => Array.from({ length: count }, () => shedding.begin());
  const dones = upTo(10);
  expect(refused(shedding)).toEqual([]);
  dones.push(...upTo(1));
  expect(refused(shedding)).toEqual(['visitor']);
  dones.push(...upTo(10));
  expect(refused(shedding)).toEqual(['visitor', 'member']);
  dones.push(...upTo(30));
  expect(refused(shedding)).toEqual(['visitor', 'member', 'essential']);
  for (const done of dones) done();
  expect(refused(shedding)).toEqual([]);
  shedding.stop();
});

test('an event loop that stays late refuses visitors, one long pause does not', () => {
  const shedding = new LoadShedding({ lagMs: 1000, requests: 10 });
  const observe = (ms: number, times: number) => {
    for (let sample = 0; sample < times; sample += 1) shedding.observeLag(ms);
  };
  observe(3000, 1);
  expect(refused(shedding)).toEqual([]);
  observe(1500, 20);
  expect(refused(shedding), 'nobody is here').toEqual([]);
  shedding.begin();
  expect(refused(shedding)).toEqual(['visitor']);
  observe(0, 20);
  expect(refused(shedding)).toEqual([]);
  shedding.stop();
});

test('without a limit nobody is refused', () => {
  const shedding = new LoadShedding({ lagMs: 0, requests: 1 });
  for (let count = 0; count < 9; count += 1) shedding.begin();
  expect(refused(shedding)).toEqual([]);
  shedding.stop();
});

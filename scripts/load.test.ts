import { describe, expect, test } from 'vitest';
import { writeCharts } from '../bench/load/charts.ts';
import { findLimit, type Step } from '../bench/load/find-limit.ts';
import { MIXES, ROLES, roleOf } from '../bench/load/mix.ts';
import { readOptions } from '../bench/load/options.ts';
import { DEFAULTS, planFor } from '../bench/load/plan.ts';
import { writeTables } from '../bench/load/report.ts';
import { at, Tally } from '../bench/load/tally.ts';
import { readSegments } from '../bench/load/watch.ts';

/** As if pages took so long. */
function step(people: number, pageMs: number): Step {
  const tally = new Tally();
  tally.answered('page', { status: 200, ms: pageMs, bytes: 1000 });
  return {
    people,
    result: tally.end(),
    cpu: { processes: people / 100, database: people / 400 },
    ownDelayMs: 1,
  };
}

describe('npm run load', () => {
  test.each([
    'https://lakou.example',
    'http://192.168.1.7:4000',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
    'no address',
  ])('never loads another machine: %s', (url) => {
    expect(() => readOptions(['--url', url])).toThrow('an http address of this machine');
  });

  test.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])('loads %s', (url) => {
    expect(readOptions(['--url', url]).url).toBe(url);
  });

  test.each([
    [['--seconds', '86400'], '--seconds is a whole number'],
    [['--most', '1000000'], '--most is a whole number'],
    [['--from', '0'], '--from is a whole number'],
    [['--from', '100', '--most', '50'], '--from is larger'],
    [['--setups', 'three'], '--setups takes'],
    [['--mix', 'monday'], '--mix takes'],
  ])('is bounded in time and number: %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });

  test('a hundred people do what the mix says, and a thousand too', () => {
    for (const size of [100, 1000]) {
      const roles = Array.from({ length: size }, (_, n) => roleOf(n, 'friday'));
      for (const role of ROLES) {
        const count = roles.filter((one) => one === role).length;
        expect(count, `${size} ${role}`).toBe((MIXES.friday[role] * size) / 100);
      }
    }
    expect(new Set(Array.from({ length: 50 }, (_, n) => roleOf(n, 'watching')))).toEqual(new Set(['watch']));
  });

  test('finds the number at which pages become slow, in a bounded number of steps', async () => {
    let calls = 0;
    const found = await findLimit({ from: 10, most: 20_000 }, async (people) => {
      calls += 1;
      return step(people, people > 700 ? 900 : 20);
    });
    expect(found.good).toBeLessThanOrEqual(700);
    expect(found.bad).toBeGreaterThan(700);
    expect((found.bad ?? 0) - found.good).toBeLessThanOrEqual(100);
    expect(calls).toBeLessThanOrEqual(20);
    const never = await findLimit({ from: 10, most: 50 }, async (people) => step(people, 20));
    expect(never).toMatchObject({ good: 50, bad: undefined });
    const always = await findLimit({ from: 10, most: 50 }, async (people) => step(people, 900));
    expect(always.good).toBe(0);
  });

  test('a stall and a failed request end it too', async () => {
    const tally = new Tally();
    tally.stalled();
    tally.answered('segment', { status: 0, ms: 5, bytes: 0 });
    expect(tally.end()).toMatchObject({ stalls: 1, failures: 1 });
    tally.begin();
    expect(tally.end()).toMatchObject({ stalls: 0, failures: 0 });
    expect(at([1, 2, 3, 4], 0.5)).toBe(2);
    expect(
      at(
        Array.from({ length: 200 }, (_, n) => n + 1),
        0.99,
      ),
    ).toBe(198);
    expect(at([], 0.99)).toBe(0);
  });

  test('reads the segments of a playlist with their lengths', () => {
    expect(readSegments('#EXTM3U\n#EXTINF:4,\n00000.m4s\n#EXTINF:2.5,\n00001.m4s\n', '/s/v145/')).toEqual([
      { seconds: 4, path: '/s/v145/00000.m4s' },
      { seconds: 2.5, path: '/s/v145/00001.m4s' },
    ]);
  });

  test('the page with charts needs nothing from elsewhere and runs nothing', () => {
    const run = {
      at: new Date(0),
      options: { mix: 'friday', seconds: 5, from: 1, most: 9 } as const,
      results: [{ name: 'one' as const, steps: [step(5, 20), step(10, 900)], good: 5, bad: 10 }],
    };
    const page = writeCharts(run);
    expect(page).toContain('<polyline');
    expect(page).not.toMatch(/<script|<link|src=|href=|@import|url\(/i);
    expect(writeTables(run)).toContain('**5 people; at 10: p99 of pages 900 ms.**');
  });

  test('the plan grows with the people and never needs less than one machine', () => {
    const cost = { processes: 1, nginx: 0.5, database: 0.2 };
    const [small, large] = [planFor(100, cost, DEFAULTS), planFor(100_000, cost, DEFAULTS)];
    expect(small).toMatchObject({ senders: 1, processors: { processes: 1, nginx: 1, database: 1 } });
    expect(large).toMatchObject({
      senders: 15,
      gigabits: 73,
      processors: { processes: 200, nginx: 100, database: 40 },
    });
  });
});

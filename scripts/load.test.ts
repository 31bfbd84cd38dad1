import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { filmFiles } from '../bench/load/add-film.ts';
import { writeCharts } from '../bench/load/charts.ts';
import { findLimit, type Step } from '../bench/load/find-limit.ts';
import { MIXES, ROLES, roleOf } from '../bench/load/mix.ts';
import { drawPortrait } from '../bench/load/open-world.ts';
import { readOptions } from '../bench/load/options.ts';
import { Person, type World } from '../bench/load/person.ts';
import { DEFAULTS, planFor } from '../bench/load/plan.ts';
import { costPerPerson, writeTables } from '../bench/load/report.ts';
import { at, Tally } from '../bench/load/tally.ts';
import { Visitor } from '../bench/load/visitor.ts';
import { readRungs, readSegments, secondsAhead } from '../bench/load/watch.ts';
import { readPlan } from '../web/src/features/playback/start/read-playlists.ts';
import { hintsAtMember } from '../web/src/lib/session-hint.ts';

/** As if pages took so long. */
function step(people: number, pageMs: number): Step {
  const tally = new Tally();
  tally.answered('page', { status: 200, ms: pageMs, bytes: 1000 });
  return {
    people,
    result: tally.end(),
    cpu: { processes: people / 100, database: people / 400, encoder: 0.5 },
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

  test.each([
    [200, [], 0, 0],
    [302, [], 0, 0],
    [404, [], 1, 0],
    [401, [], 1, 0],
    [429, [], 1, 0],
    [429, [429], 0, 1],
    [409, [429, 409], 0, 1],
    [409, [429], 1, 0],
    [503, [429], 1, 0],
    [0, [429], 1, 0],
  ])('an answer of %i where %j is expected', (status, expected, failures, refused) => {
    const tally = new Tally();
    expect(tally.answered('write', { status, ms: 1, bytes: 0, expected })).toBe(failures === 0);
    expect(tally.end()).toMatchObject({ failures, refused });
  });

  test('a page that nobody answers counts with the time for which somebody has waited', () => {
    const tally = new Tally();
    const end = tally.asked('page');
    expect(tally.end().kinds).toMatchObject({ page: { requests: 1 }, segment: { requests: 0 } });
    end();
    expect(tally.end().kinds.page.requests).toBe(0);
  });

  describe('a visitor', () => {
    async function answering(statuses: number[], work: (url: string, asked: string[]) => Promise<void>) {
      const asked: string[] = [];
      const server = createServer((incoming, outgoing) => {
        asked.push(
          `${incoming.method} ${incoming.headers.cookie ?? ''} ${incoming.headers.authorization ?? ''}`,
        );
        outgoing.writeHead(statuses.shift() ?? 200).end('{"access_token":"t","user":{"id":"u"}}');
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      try {
        await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
      } finally {
        server.close();
      }
    }

    test('repeats what only reads, where that is wanted, and says so', () =>
      answering([502, 503, 200, 502], async (url, asked) => {
        const tally = new Tally();
        const visitor = new Visitor({ url, tally, number: 1, repeats: true });
        expect((await visitor.send('page', '/')).status).toBe(200);
        expect(tally.end()).toMatchObject({ failures: 0, repeated: { 'page 502': 1, 'page 503': 1 } });
        await expect(visitor.post('write', '/', {})).rejects.toThrow('write POST /: 502');
        expect(tally.end().failed).toEqual({ 'write 502': 1 });
        expect(asked).toHaveLength(4);
        visitor.close();
      }));

    test('otherwise fails with the first answer, and with every refusal', () =>
      answering([502, 404], async (url) => {
        const tally = new Tally();
        const visitor = new Visitor({ url, tally, number: 1, repeats: false });
        await expect(visitor.send('page', '/')).rejects.toThrow('502');
        await expect(visitor.send('segment', '/')).rejects.toThrow('404');
        expect(tally.end()).toMatchObject({ failed: { 'page 502': 1, 'segment 404': 1 }, repeated: {} });
        visitor.close();
      }));

    test('who signs in gets members’ pages, and sends the token with requests of the app alone', () =>
      answering([], async (url, asked) => {
        const world = { url, anonKey: 'a' } as World;
        const person = new Person(world, { tally: new Tally(), number: 1, repeats: false, pace: 1 });
        await person.signUp();
        await person.open('/');
        const [, page, ...app] = asked;
        const [, cookie = '', authorization] = page?.split(' ') ?? [];
        expect(hintsAtMember(new Request(url, { headers: { cookie } }))).toBe(true);
        expect(authorization).toBe('');
        expect(app.map((one) => one.split(' ').slice(2).join(' '))).toEqual(['Bearer t', 'Bearer t']);
        person.leave();
      }));
  });

  test('a portrait is as large as a photo', async () => {
    const portrait = await drawPortrait();
    expect(portrait.length).toBeGreaterThan(200_000);
    expect(portrait.length).toBeLessThan(1_000_000);
    expect(await sharp(portrait).metadata()).toMatchObject({ format: 'jpeg', width: 1200 });
  });

  test('the film is one that the script in the page can begin, with several sizes and a key-frame track', () => {
    const files = filmFiles(0.01);
    const text = (name: string) => files[name]?.toString() ?? '';
    const master = text('master.m3u8');
    const playlists = { 'master.m3u8': master, 'v145/playlist.m3u8': text('v145/playlist.m3u8') };
    const bytes = { key: 'AAAA', 'v145/init.mp4': 'AAAA' };
    expect(readPlan({ playlists, bytes })).toMatchObject({ duration: 600 });
    expect(readRungs(master).map(({ playlist }) => playlist)).toEqual([
      'v145/playlist.m3u8',
      'v730/playlist.m3u8',
    ]);
    expect(master).toContain('URI="iframes/playlist.m3u8"');
    for (const { playlist } of readRungs(master))
      for (const { path } of readSegments(text(playlist), `${playlist.split('/')[0]}/`))
        expect(files[path]?.length, path).toBeGreaterThan(0);
  });

  test('keeps as much ahead as the player', () => {
    expect(secondsAhead({ bandwidth: 145_000 })).toBe(120);
    expect(secondsAhead({ bandwidth: 730_000 })).toBeCloseTo(65.8, 1);
    expect(secondsAhead({ bandwidth: 5_000_000 })).toBe(30);
  });

  test('what encoding takes grows with films, not with people', () => {
    expect(
      Object.keys(costPerPerson({ name: 'one', steps: [step(5, 20)], good: 5, bad: undefined })),
    ).toEqual(['processes', 'database']);
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

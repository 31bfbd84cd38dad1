import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, register } from '../../support/account-people.ts';
import { addStream, Browser, film, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let free: string;
let paid: string;
let freeStream: TestStream;
let paidStream: TestStream;
const nothing = '00000000-0000-4000-8000-00000000ffff';

beforeAll(async () => {
  server = await startTestServer({ PLAYBACK_TRUST_SECONDS: '1' });
  const movies = await server.database.query<{ id: string; is_free: boolean }>(
    `insert into public.movies (title, published, is_free) values ('Gratis', true, true), ('Peye', true, false)
      returning id, is_free`,
  );
  free = movies.find(({ is_free }) => is_free)!.id;
  paid = movies.find(({ is_free }) => !is_free)!.id;
  freeStream = await addStream(server, { movie_id: free });
  paidStream = await addStream(server, { movie_id: paid });
});
afterAll(() => server.close());

const visitor = (name?: string) => new Browser(server.url, name ? { name } : {});
const browserOf = ({ token }: { token: string }) => new Browser(server.url, { token });
async function member(): Promise<Person> {
  return register(server);
}
async function subscriber(): Promise<Person> {
  const person = await member();
  await server.database.query(
    `insert into public.subscriptions (user_id, status, subscription_type, expires_at)
      values ($1, 'active', 'monthly', now() + interval '1 day')`,
    [person.id],
  );
  return person;
}
const key = (stream: TestStream) => `/stream/${stream.id}/key`;
const segment = (stream: TestStream) => `/stream/${stream.id}/v145/00000.m4s`;
const playlist = (stream: TestStream) => `/stream/${stream.id}/v145/playlist.m3u8`;
/** The gate caches a decision for one second here. */
const soon = { timeout: 10_000, interval: 100 };

async function everythingIs(status: number, browser: Browser, stream: TestStream): Promise<void> {
  const addresses = [key(stream), segment(stream), playlist(stream), `/stream/${stream.id}/master.m3u8`];
  expect(await Promise.all(addresses.map((address) => browser.status(address)))).toEqual(
    addresses.map(() => status),
  );
}

describe('requesting a ticket', () => {
  test('a visitor gets a ticket for a free film, and with it all its files', async () => {
    const browser = visitor();
    const { status, body } = await browser.press('movie', free);
    expect(status).toBe(200);
    expect(body).toMatchObject({ film, position: 0, base: `/stream/${freeStream.id}/` });
    expect(body.url).toMatch(new RegExp(`^/stream/${freeStream.id}/master\\.m3u8\\?ticket=[0-9a-f]{64}$`));
    expect(body.audioUrl).toBe(body.url.replace('master', 'audio'));
    expect(Date.parse(body.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);

    const master = await browser.get(body.url);
    expect(await master.text()).toBe(freeStream.files['master.m3u8']?.toString());
    const [cookie = ''] = master.headers.getSetCookie();
    expect(cookie).toMatch(/^lakou_stream=[\w-]{43}; /);
    expect(cookie).toContain(`Path=/stream/${freeStream.id}`);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).not.toContain('Secure');
    await everythingIs(200, browser, freeStream);
    expect(Buffer.from(await (await browser.get(key(freeStream))).arrayBuffer())).toEqual(freeStream.key);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^playback_sessions_active [1-9]/m);
  });

  test('a client without any headers gets one too', async () => {
    const answer = await fetch(`${server.url}/functions/v1/playback`, {
      method: 'POST',
      body: JSON.stringify({ mediaType: 'movie', id: free }),
    });
    const { url } = await answer.json();
    expect((await fetch(server.url + url)).status).toBe(200);
  });

  test('is refused with the key of the reason', async () => {
    const [draft, empty, locked] = await server.database.query<{ id: string }>(
      `insert into public.movies (title, published, is_free)
        values ('Bouyon', false, true), ('Vid', true, true), ('Fèmen', true, false) returning id`,
    );
    await addStream(server, { movie_id: draft!.id });
    await addStream(server, { movie_id: locked!.id });
    const somebody = browserOf(await member());
    const refusal = async (browser: Browser, id: string) => {
      const { status, body } = await browser.press('movie', id);
      return [status, body.error, body.message];
    };
    expect(await refusal(visitor(), locked!.id)).toEqual([
      401,
      'not_authenticated',
      'User not authenticated',
    ]);
    expect(await refusal(somebody, locked!.id)).toEqual([
      402,
      'subscription_needed',
      'Please subscribe, buy or rent to watch this',
    ]);
    for (const browser of [visitor(), somebody]) {
      expect(await refusal(browser, empty!.id)).toEqual([404, 'video_not_available', 'Video not available']);
      for (const id of [draft!.id, nothing, 'fim']) {
        expect(await refusal(browser, id)).toEqual([404, 'movie_not_found', 'Movie not found']);
      }
    }
    const forged = new Browser(server.url, { token: 'a.b.c' });
    expect(await refusal(forged, free)).toEqual([401, 'not_authenticated', 'User not authenticated']);
  });

  test('an episode’s refusal names the series that can be bought', async () => {
    const [series] = await server.database.query<{ id: string }>(
      `insert into public.series (title, published) values ('Fanmi an', true) returning id`,
    );
    const [episode] = await server.database.query<{ id: string }>(
      `insert into public.episodes (series_id, episode_number, title) values ($1, 1, 'Premye') returning id`,
      [series?.id],
    );
    await addStream(server, { episode_id: episode!.id });
    expect((await visitor().press('episode', episode!.id)).body).toMatchObject({
      error: 'not_authenticated',
      series_id: series?.id,
    });
    expect((await browserOf(await subscriber()).press('episode', episode!.id)).status).toBe(200);
  });
});

describe('a ticket', () => {
  test('can be exchanged once', async () => {
    const [first, second] = [visitor(), visitor()];
    const { url } = await first.play('movie', free);
    expect(await second.status(url)).toBe(401);
    expect(await (await visitor().get(url)).json()).toMatchObject({ error: 'ticket_invalid' });
    // With the session's cookie the playlist can be loaded again.
    expect(await first.status(url)).toBe(200);
  });

  test('can be exchanged once by two requests at the same moment', async () => {
    const answer = await fetch(`${server.url}/functions/v1/playback`, {
      method: 'POST',
      body: JSON.stringify({ mediaType: 'movie', id: free }),
    });
    const { url } = await answer.json();
    const asked = await Promise.all(Array.from({ length: 8 }, () => visitor().status(url)));
    expect(asked.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
  });

  test('is refused in a browser that did not request it, even before it is used', async () => {
    const [mine, other] = [visitor(), visitor()];
    const { body } = await mine.press('movie', free);
    expect(await other.status(body.url)).toBe(401);
    expect(await mine.status(body.url)).toBe(200);
  });

  test('is not valid for another film', async () => {
    const browser = browserOf(await subscriber());
    const { body } = await browser.press('movie', free);
    expect(await browser.status(body.url.replace(freeStream.id, paidStream.id))).toBe(401);
    expect(await browser.status(body.url)).toBe(200);
  });

  test('expires after a minute', async () => {
    const browser = visitor();
    const { body } = await browser.press('movie', free);
    await server.database.query(
      `update private.playback_sessions set ticket_expires_at = now() - interval '1 second' where id = $1`,
      [body.session],
    );
    expect(await browser.status(body.url)).toBe(401);
  });

  test('is refused when the right to watch has ended meanwhile', async () => {
    const person = await subscriber();
    const browser = browserOf(person);
    const { body } = await browser.press('movie', paid);
    await server.database.query(`update public.subscriptions set status = 'canceled' where user_id = $1`, [
      person.id,
    ]);
    expect(await (await browser.get(body.url)).json()).toMatchObject({ error: 'playback_ended' });
  });

  test('cannot be guessed', async () => {
    expect(await visitor().status(`/stream/${freeStream.id}/master.m3u8`)).toBe(401);
    for (const ticket of ['', 'x', 'a'.repeat(64)]) {
      expect(await visitor().status(`/stream/${freeStream.id}/master.m3u8?ticket=${ticket}`)).toBe(401);
    }
  });
});

describe('a URL copied from another browser', () => {
  test('is refused without the cookie', async () => {
    await visitor().play('movie', free);
    await everythingIs(401, visitor(), freeStream);
    const answer = await visitor().get(segment(freeStream));
    expect(await answer.json()).toEqual({
      error: 'playback_ended',
      message: 'Playback has ended here. Please start the film again.',
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('is refused with the cookie in another kind of browser', async () => {
    const mine = visitor();
    await mine.play('movie', free);
    const thief = visitor('Mozilla/5.0 (Windows NT 10.0) Firefox/140.0');
    for (const [name, value] of mine.cookies) thief.cookies.set(name, value);
    await everythingIs(401, thief, freeStream);
    await everythingIs(200, mine, freeStream);
  });

  test('is accepted from Apple’s player, which has another user agent than the page', async () => {
    const page = visitor('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1');
    await page.play('movie', free);
    const player = visitor('AppleCoreMedia/1.0.0.22A3354 (iPhone; U; CPU OS 18_0 like Mac OS X; fr_fr)');
    for (const [name, value] of page.cookies) player.cookies.set(name, value);
    await everythingIs(200, player, freeStream);
  });

  test('is refused with another film’s cookie', async () => {
    const browser = visitor();
    await browser.play('movie', free);
    const cookie = [...browser.cookies].find(([name]) => name.endsWith('lakou_stream'))?.[1];
    const headers = { cookie: `lakou_stream=${cookie}` };
    expect(await visitor().status(segment(freeStream), { headers })).toBe(200);
    expect(await visitor().status(segment(paidStream), { headers })).toBe(401);
  });
});

describe('a film that plays stops', () => {
  async function watching(): Promise<{ person: Person; browser: Browser }> {
    const person = await subscriber();
    const browser = browserOf(person);
    await browser.play('movie', paid);
    await everythingIs(200, browser, paidStream);
    return { person, browser };
  }
  const stops = ({ browser }: { browser: Browser }) =>
    vi.waitFor(() => everythingIs(401, browser, paidStream), soon);

  test('when the subscription is cancelled, has run out, or the account is closed', async () => {
    const [cancelled, expired, banned] = [await watching(), await watching(), await watching()];
    await server.database.query(`update public.subscriptions set status = 'canceled' where user_id = $1`, [
      cancelled.person.id,
    ]);
    await server.database.query(`update public.subscriptions set expires_at = now() where user_id = $1`, [
      expired.person.id,
    ]);
    await server.database.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [banned.person.id],
    );
    for (const viewer of [cancelled, expired, banned]) await stops(viewer);
    expect((await cancelled.browser.press('movie', paid)).body.error).toBe('subscription_needed');
    expect((await banned.browser.press('movie', paid)).body.error).toBe('user_banned');
  });

  test('when the device is signed out, or the account is deleted', async () => {
    const [out, gone] = [await watching(), await watching()];
    await out.person.client.auth.signOut();
    await server.database.query('delete from auth.users where id = $1', [gone.person.id]);
    for (const viewer of [out, gone]) await stops(viewer);
  });

  test('48 hours after it was first played', async () => {
    const person = await member();
    await server.database.query(
      `insert into public.user_purchases (user_id, movie_id, transaction_type, amount, rental_expiry)
        values ($1, $2, 'rental', 4.99, now() + interval '32 days')`,
      [person.id, paid],
    );
    const browser = browserOf(person);
    await browser.play('movie', paid);
    await everythingIs(200, browser, paidStream);
    // Two days later.
    await server.database.query(
      `update public.user_purchases set rental_started_at = rental_started_at - interval '48 hours',
        rental_expiry = rental_expiry - interval '48 hours' where user_id = $1`,
      [person.id],
    );
    await stops({ browser });
    expect((await browser.press('movie', paid)).status).toBe(402);
  });

  test('when a free film is unpublished; its buyers can go on', async () => {
    const [movie] = await server.database.query<{ id: string }>(
      `insert into public.movies (title, published, is_free) values ('Retire', true, true) returning id`,
    );
    const stream = await addStream(server, { movie_id: movie!.id });
    const buyer = await member();
    await server.database.query(
      `insert into public.user_purchases (user_id, movie_id, transaction_type, amount) values ($1, $2, 'purchase', 9.99)`,
      [buyer.id, movie!.id],
    );
    const [stranger, owner] = [visitor(), browserOf(buyer)];
    await stranger.play('movie', movie!.id);
    await owner.play('movie', movie!.id);
    await server.database.query('update public.movies set published = false where id = $1', [movie!.id]);
    await vi.waitFor(() => everythingIs(401, stranger, stream), soon);
    await everythingIs(200, owner, stream);
  });
});

describe('an account', () => {
  test('can play three films at once, and a fourth after ending one', async () => {
    const person = await subscriber();
    const browsers = [1, 2, 3, 4].map(() => browserOf(person));
    const [first, second, third, fourth] = browsers as [Browser, Browser, Browser, Browser];
    const playing = await first.play('movie', paid);
    await second.play('movie', paid);
    const ticket = (await third.press('movie', free)).body.url;
    const late = (await fourth.press('movie', free)).body.url;
    expect(await third.status(ticket)).toBe(200);
    // A ticket issued before the limit was reached does not allow a fourth either.
    expect(await (await fourth.get(late)).json()).toMatchObject({ error: 'too_many_streams' });

    const { status, body } = await fourth.press('movie', free);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: 'too_many_streams',
      message: 'Too many films are playing on this account. End one to go on here.',
      streams: [
        { session: playing.session, title: 'Peye', device: 'Chrome, Linux' },
        { title: 'Peye' },
        { title: 'Gratis' },
      ],
    });
    await everythingIs(200, first, paidStream);
    const ended = await person.client.rpc('end_playback', { session: playing.session });
    expect(ended.data).toBe(true);
    // The end reaches the gate by NOTIFY, not within the same statement.
    await vi.waitFor(() => everythingIs(401, first, paidStream), { timeout: 20_000, interval: 50 });
    await everythingIs(200, second, paidStream);
    expect(await fourth.status(late)).toBe(200);
  });

  test('does not count sessions idle for a minute; resuming one needs a free place', async () => {
    const person = await subscriber();
    const [paused, ...others] = [1, 2, 3, 4].map(() => browserOf(person)) as [Browser, ...Browser[]];
    const { session } = await paused.play('movie', paid);
    await server.database.query(
      `update private.playback_sessions set seen_at = now() - interval '61 seconds' where id = $1`,
      [session],
    );
    for (const browser of others) await browser.play('movie', paid);
    await vi.waitFor(() => everythingIs(409, paused, paidStream), soon);
  });

  test('does not count the same film in the same browser twice', async () => {
    const browser = browserOf(await subscriber());
    for (let time = 0; time < 5; time += 1) await browser.play('movie', paid);
    const { session } = await browser.play('movie', free);
    const { status } = await browser.press('movie', free, { replaces: session });
    expect(status).toBe(200);
    await vi.waitFor(() => everythingIs(401, browser, freeStream), soon);
  });

  test('cannot end another account’s session, nor can a visitor', async () => {
    const browser = browserOf(await subscriber());
    const { session } = await browser.play('movie', paid);
    const stranger = await member();
    expect((await stranger.client.rpc('end_playback', { session })).data).toBe(false);
    expect((await server.as('visitor').rpc('end_playback', { session })).error?.code).toBe('42501');
    await everythingIs(200, browser, paidStream);
  });
});

import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

/** The services together, as one supabase-js client in a browser meets them. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const browser = () =>
  createClient(server.url, server.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

describe('a person with a browser', () => {
  test.each(['admin', 'subscriber', 'member'] as const)(
    'signs in as the demo’s %s and is known to the database',
    async (who) => {
      const client = browser();
      const { data, error } = await client.auth.signInWithPassword({
        email: `${who}@lakou.test`,
        password: 'lakou-demo',
      });
      expect(error).toBeNull();
      expect(data.user?.id).toBe(idOf[who]);
      expect((await client.rpc('is_admin')).data).toBe(who === 'admin');
      const { data: profile } = await client
        .from('profiles')
        .select('username, phone')
        .eq('id', idOf[who])
        .single();
      expect(profile?.username).toBe(who);
      const subscribed = await client.functions.invoke('check-subscription');
      expect(subscribed.data.hasActiveSubscription).toBe(who === 'subscriber');
    },
  );

  test('registers, gets a profile without an address in it, and writes in the forum', async () => {
    const client = browser();
    const { data, error } = await client.auth.signUp({
      email: 'Ti.Mari@lakou.test',
      password: 'yon-bon-modpas',
      options: { data: { full_name: 'Mari Jozèf', terms_version: '2026-11' } },
    });
    expect(error).toBeNull();
    const id = data.user?.id ?? '';
    const { data: profile } = await client.from('profiles').select('*').eq('id', id).single();
    expect(profile).toMatchObject({ username: 'ti.mari', full_name: 'Mari Jozèf', is_public: true });
    const terms = await client.from('terms_acceptances').select('version');
    expect(terms.data).toEqual([{ version: '2026-11' }]);
    const topic = await client
      .from('forum_topics')
      .insert({ title: 'Bonjou', content: 'Mwen fèk rive', user_id: id })
      .select()
      .single();
    expect(topic.error).toBeNull();
    const again = await browser().auth.signUp({ email: 'ti.mari@lakou.test', password: 'yon-lot-modpas' });
    expect(again.error?.code).toBe('user_already_exists');
  });

  test('puts up a picture of their own, and nobody else can replace it', async () => {
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const path = `${idOf.member}/${idOf.member}-1.png`;
    const member = server.as('member').storage.from('profile-images');
    expect((await member.upload(path, picture, { contentType: 'image/png' })).error).toBeNull();
    const { publicUrl } = member.getPublicUrl(path).data;
    const seen = await fetch(publicUrl);
    // The server keeps its own drawing of it.
    expect(seen.headers.get('content-type')).toBe('image/webp');
    expect((await seen.arrayBuffer()).byteLength).toBeGreaterThan(0);
    const other = server.as('subscriber').storage.from('profile-images');
    expect(
      (await other.upload(path, picture, { contentType: 'image/png', upsert: true })).error,
    ).not.toBeNull();
    expect(
      (await server.as('member').storage.from('movies').upload('movies/x.mp4', picture)).error,
    ).not.toBeNull();
  });

  test('hears of a new topic on an open page', async () => {
    const reader = browser();
    const heard = new Promise<{ title?: string }>((resolve, reject) => {
      reader
        .channel('forum')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'forum_topics' }, (change) => {
          if (change.eventType === 'INSERT') resolve(change.new);
        })
        .subscribe(async (status, error) => {
          if (error) reject(error);
          if (status !== 'SUBSCRIBED') return;
          const row = { title: 'Tande', content: 'x', user_id: idOf.member };
          await server.as('member').from('forum_topics').insert(row);
        });
    });
    expect((await heard).title).toBe('Tande');
    await reader.removeAllChannels();
  });

  test('is shut out of the Data API with a forged token or a wrong key', async () => {
    const movies = `${server.url}/rest/v1/movies?select=id&limit=1`;
    const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
    for (const headers of [{ authorization: `Bearer ${forged}` }, { apikey: 'wrong' }]) {
      expect((await fetch(movies, { headers })).status).toBe(401);
    }
    expect((await fetch(movies)).status).toBe(200);
  });

  test('is shut out of the functions with a forged token, in whatever dress it comes', async () => {
    const claims = { role: 'service_role', sub: idOf.admin };
    const forged = ['{"alg":"none"}', JSON.stringify(claims), 'x'].map((part) =>
      Buffer.from(part).toString('base64url'),
    );
    const token = forged.join('.');
    for (const name of ['reconcile-payments', 'check-subscription', 'create-checkout', 'delete-account']) {
      for (const authorization of [
        `Bearer ${token}`,
        `Basic ${token}`,
        token,
        `X-Bearer ${token}`,
        'Bearer',
      ]) {
        const headers = { authorization, 'content-type': 'application/json' };
        const answer = await fetch(`${server.url}/functions/v1/${name}`, {
          method: 'POST',
          headers,
          body: '{}',
        });
        expect(answer.status, `${name}, ${authorization.slice(0, 8)}`).toBe(401);
      }
    }
  });
});

describe('the pictures of the demo', () => {
  test('are there, for every address the database names', async () => {
    const rows = await server.database.query<{ address: string }>(
      `select thumbnail_url as address from movies union select banner_url from movies
        union select thumbnail_url from series union select banner_url from series
        union select thumbnail_url from episodes union select image_url from banners
        union select banner_url from featured_films union select avatar_url from private.profiles where avatar_url is not null`,
    );
    expect(rows.length).toBeGreaterThan(80);
    const missing = [];
    for (const { address } of rows) {
      const answer = await fetch(server.url + address, { method: 'HEAD' });
      if (answer.headers.get('content-type') !== 'image/avif') missing.push(address);
    }
    expect(missing).toEqual([]);
  });
});

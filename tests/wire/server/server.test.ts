import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  idOf,
  isDeployed,
  NEEDS_DATABASE,
  startTestServer,
  type TestServer,
} from '../../support/test-server.ts';

/** The services together, through one supabase-js client. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const browser = () =>
  createClient(server.url, server.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

describe('a member', () => {
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
    const name = `Ti.Mari.${randomUUID().slice(0, 6)}`;
    const { data, error } = await client.auth.signUp({
      email: `${name}@lakou.test`,
      password: 'yon-bon-modpas',
      options: { data: { full_name: 'Mari Jozèf', terms_version: '2026-11' } },
    });
    expect(error).toBeNull();
    const id = data.user?.id ?? '';
    const { data: profile } = await client.from('profiles').select('*').eq('id', id).single();
    expect(profile).toMatchObject({
      username: name.toLowerCase(),
      full_name: 'Mari Jozèf',
      is_public: true,
    });
    expect(JSON.stringify(profile)).not.toContain('@');
    const terms = await client.from('terms_acceptances').select('version');
    expect(terms.data).toEqual([{ version: '2026-11' }]);
    const topic = await client
      .from('forum_topics')
      .insert({ title: 'Bonjou', content: 'Mwen fèk rive', user_id: id })
      .select()
      .single();
    expect(topic.error).toBeNull();
    const taken = { email: `${name.toLowerCase()}@lakou.test`, password: 'yon-lot-modpas' };
    const again = await browser().auth.signUp(taken);
    expect(again.error?.code).toBe('user_already_exists');
  });

  test('uploads an avatar that nobody else can replace', async () => {
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const path = `${idOf.member}/${randomUUID()}.png`;
    const member = server.as('member').storage.from('profile-images');
    expect((await member.upload(path, picture, { contentType: 'image/png' })).error).toBeNull();
    const { publicUrl } = member.getPublicUrl(path).data;
    const seen = await fetch(publicUrl);
    // The server stores a re-encoded version.
    expect(seen.headers.get('content-type')).toBe('image/webp');
    expect((await seen.arrayBuffer()).byteLength).toBeGreaterThan(0);
    const other = server.as('subscriber').storage.from('profile-images');
    expect(
      (await other.upload(path, picture, { contentType: 'image/png', upsert: true })).error,
    ).not.toBeNull();
    expect(
      (await server.as('member').storage.from('movies').upload('movies/x.mp4', picture)).error,
    ).not.toBeNull();
    expect((await member.remove([path])).error).toBeNull();
  });

  test('receives a new topic through realtime', async () => {
    const reader = browser();
    const received = new Promise<{ title?: string }>((resolve, reject) => {
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
    expect((await received).title).toBe('Tande');
    await reader.removeAllChannels();
  });

  test('cannot use the Data API with a forged token or a wrong key', async () => {
    const movies = `${server.url}/rest/v1/movies?select=id&limit=1`;
    const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
    for (const headers of [{ authorization: `Bearer ${forged}` }, { apikey: 'wrong' }]) {
      expect((await fetch(movies, { headers })).status).toBe(401);
    }
    expect((await fetch(movies)).status).toBe(200);
  });

  test('cannot call functions with a forged token in any format', async () => {
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

describe('the demo’s images', () => {
  test('exist for every URL in the database', async ({ skip }) => {
    skip(isDeployed, NEEDS_DATABASE);
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

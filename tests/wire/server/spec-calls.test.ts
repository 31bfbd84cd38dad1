import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

/** Every call of the specification's section 7 ("Data reads and writes", "Remote functions"), as the browser makes it. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const film = 'f1000000-0000-4000-8000-000000000004';
const draft = 'f1000000-0000-4000-8000-000000000025';
const freeSeries = '5e000000-0000-4000-8000-000000000002';
const paidSeries = '5e000000-0000-4000-8000-000000000003';
const topic = 'f0000000-0000-4000-8000-000000000002';
const nobody = '99999999-9999-4999-8999-999999999999';

/** The data of a response that must have no error. */
function good<T>(answer: { data: T; error: unknown }): NonNullable<T> {
  expect(answer.error).toBeNull();
  expect(answer.data).not.toBeNull();
  return answer.data as NonNullable<T>;
}
function refused(answer: { error: { code?: string } | null; status: number }, status = 403): void {
  expect(answer.error?.code).toBe('42501');
  expect(answer.status).toBe(status);
}

describe('banners', () => {
  test('a visitor reads the active ones, newest first', async () => {
    const rows = good(
      await server
        .as('visitor')
        .from('banners')
        .select('*')
        .eq('active', true)
        .order('created_at', { ascending: false }),
    );
    expect(rows.length).toBeGreaterThanOrEqual(9);
    expect(rows.map((row) => row.created_at)).toEqual(
      rows
        .map((row) => row.created_at)
        .sort()
        .reverse(),
    );
  });

  test('an admin reads all, adds, switches, edits and deletes one', async () => {
    const { from } = client('admin');
    const all = good(await from('banners').select('*').order('created_at', { ascending: false }));
    expect(all.some((row) => !row.active)).toBe(true);
    const made = good(
      await from('banners')
        .insert({
          image_url: `${server.url}/storage/v1/object/public/banners/x.png`,
          title: 'X',
          active: true,
          link: null,
        })
        .select()
        .single(),
    );
    expect(made.image_url).toBe('/storage/v1/object/public/banners/x.png');
    good(await from('banners').update({ active: false }).eq('id', made.id).select());
    const edited = await from('banners')
      .update({ title: 'Y', link: 'https://example.org', active: true })
      .eq('id', made.id)
      .select()
      .single();
    expect(good(edited).title).toBe('Y');
    expect((await from('banners').delete().eq('id', made.id)).status).toBe(204);
  });

  test('a member cannot add one, and changes nothing', async () => {
    const { from } = client('member');
    refused(await from('banners').insert({ image_url: '/x.png', title: 'X' }));
    expect(good(await from('banners').update({ active: false }).eq('active', true).select())).toEqual([]);
  });
});

describe('movie_categories', () => {
  test('everybody reads them by name; an admin adds, edits and deletes one', async () => {
    const names = good(await client('visitor').from('movie_categories').select('*').order('name')).map(
      ({ name }) => name,
    );
    expect(names).toHaveLength(10);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
    const { from } = client('admin');
    const row = { name: 'Èd', description: 'Premye deskripsyon' };
    const made = good(await from('movie_categories').insert(row).select().single());
    expect(made).toMatchObject(row);
    const read = () => client('visitor').from('movie_categories').select('*').eq('id', made.id).maybeSingle();
    expect((await read()).data).toEqual(made);

    const update = { name: 'Èd 2', description: 'Dezyèm deskripsyon', updated_at: new Date().toISOString() };
    const edited = good(await from('movie_categories').update(update).eq('id', made.id).select().single());
    expect(edited).toMatchObject({ id: made.id, name: update.name, description: update.description });
    expect(Date.parse(edited.updated_at)).toBeGreaterThanOrEqual(Date.parse(made.updated_at));
    // A visitor's answer may be a second old.
    await expect.poll(async () => (await read()).data).toEqual(edited);

    const deletion = await from('movie_categories').delete().eq('id', made.id).select('id');
    expect(good(deletion)).toEqual([{ id: made.id }]);
    await expect.poll(read).toMatchObject({ data: null, error: null });
  });

  test('a member cannot add, edit or delete one', async () => {
    const { from } = client('member');
    const names = async () => good(await from('movie_categories').select('name').order('name'));
    const before = await names();
    refused(await from('movie_categories').insert({ name: 'Pa m' }));
    const everyRow = (await from('movie_categories').update({ name: 'x' }).not('id', 'is', null).select())
      .data;
    expect(everyRow ?? []).toEqual([]);
    const deleted = (await from('movie_categories').delete().not('id', 'is', null).select()).data;
    expect(deleted ?? []).toEqual([]);
    expect(await names()).toEqual(before);
  });
});

describe('movies', () => {
  test('published ones newest first; a draft is not there for a visitor, and is for an admin', async () => {
    const shown = good(
      await client('visitor')
        .from('movies')
        .select('*')
        .eq('published', true)
        .order('created_at', { ascending: false }),
    );
    expect(shown).toHaveLength(24);
    const { data } = await client('visitor')
      .from('movies')
      .select('*')
      .eq('id', draft)
      .eq('published', true)
      .maybeSingle();
    expect(data).toBeNull();
    expect(
      good(await client('admin').from('movies').select('*').order('created_at', { ascending: false })),
    ).toHaveLength(27);
    expect(good(await client('admin').from('movies').select('*').eq('id', draft).single()).title).toBe(
      'Dlo Dous',
    );
  });

  test('an admin adds one, links its video, publishes, edits and deletes it', async () => {
    const { from } = client('admin');
    const form = {
      title: 'Nouvo fim',
      description: '',
      director: 'Moun',
      genre: ['Drama'],
      release_date: '2026-01-02',
      duration: 90,
      purchase_price: 9.99,
      rental_price: null,
      is_purchasable: true,
      is_rentable: false,
      is_free: false,
    };
    const made = good(await from('movies').insert(form).select().single());
    expect(made).toMatchObject({ published: false, purchase_price: 9.99, rating: null });
    expect(
      (
        await from('movies')
          .update({ video_url: `movies/${made.id}.mp4` })
          .eq('id', made.id)
      ).error,
    ).toBeNull();
    expect((await from('movies').update({ published: true }).eq('id', made.id)).error).toBeNull();
    expect(
      (
        await from('movies')
          .update({ ...form, title: 'Lòt non' })
          .eq('id', made.id)
      ).error,
    ).toBeNull();
    expect(
      good(await client('visitor').from('movies').select('title').eq('id', made.id).single()).title,
    ).toBe('Lòt non');
    expect((await from('movies').delete().eq('id', made.id)).error).toBeNull();
  });

  test('a member cannot write one', async () => {
    refused(await client('member').from('movies').insert({ title: 'x' }));
    expect(
      good(await client('member').from('movies').update({ is_free: true }).eq('id', film).select()),
    ).toEqual([]);
  });
});

describe('featured_films', () => {
  test('a visitor reads the active ones; an admin reads all, adds, edits and deletes one', async () => {
    const shown = await client('visitor').from('featured_films').select('*').eq('active', true);
    expect(good(shown)).toHaveLength(5);
    const { from } = client('admin');
    expect(
      good(await from('featured_films').select('*').order('created_at', { ascending: false })),
    ).toHaveLength(6);
    const made = good(
      await from('featured_films').insert({ banner_url: '/b.avif', rating: 4.5 }).select().single(),
    );
    expect(made.title).toBe('Untitled Film');
    expect((await from('featured_films').update({ active: false }).eq('id', made.id)).error).toBeNull();
    expect((await from('featured_films').delete().eq('id', made.id)).error).toBeNull();
  });
});

describe('series and episodes', () => {
  test('series newest first and by id; an admin adds one', async () => {
    const { from } = client('visitor');
    expect(good(await from('series').select('*').order('created_at', { ascending: false }))).toHaveLength(4);
    expect(good(await from('series').select('*').eq('id', freeSeries).single()).title).toBe('Bri Kouran');
    const row = { title: 'Nouvo seri', creator: 'Moun', release_date: '2026-05-05' };
    const made = good(await client('admin').from('series').insert(row).select().single());
    expect((await client('admin').from('series').delete().eq('id', made.id)).error).toBeNull();
  });

  test('episodes by season and number, for those who may watch them', async () => {
    const list = (who: 'visitor' | 'member' | 'subscriber', id: string) =>
      client(who)
        .from('episodes')
        .select('*')
        .eq('series_id', id)
        .order('season_number')
        .order('episode_number');
    expect(good(await list('visitor', freeSeries)).length).toBeGreaterThan(0);
    expect(good(await list('member', paidSeries))).toEqual([]);
    const seen = good(await list('subscriber', paidSeries)).map(
      (e) => e.season_number * 1000 + e.episode_number,
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

describe('reviews', () => {
  test('are read with their authors, newest first; a member writes one and edits it', async () => {
    const { from } = client('member');
    const list = () =>
      from('reviews')
        .select('*, profiles(full_name, username, avatar_url)')
        .eq('movie_id', film)
        .order('created_at', { ascending: false });
    const row = { movie_id: film, user_id: idOf.member, rating: 4, review_text: 'Bèl fim' };
    const removeOwn = () =>
      from('reviews').delete().eq('user_id', idOf.member).eq('movie_id', film).throwOnError();
    await removeOwn();
    const before = good(await list());
    expect(before[0]?.profiles?.username).toBeTruthy();
    good(await from('reviews').insert(row).select().single());
    const own = good(
      await from('reviews').select('*').eq('user_id', idOf.member).eq('movie_id', film).single(),
    );
    const change = { rating: 5, review_text: 'Pi bèl toujou', updated_at: new Date().toISOString() };
    expect((await from('reviews').update(change).eq('id', own.id)).error).toBeNull();
    expect(good(await list())).toHaveLength(before.length + 1);
    expect((await from('reviews').insert(row)).error?.code).toBe('23505');
    refused(await from('reviews').insert({ ...row, movie_id: draft }));
    refused(await client('visitor').from('reviews').insert(row), 401);
    await removeOwn();
    expect(good(await list())).toHaveLength(before.length);
  });
});

describe('watchlist', () => {
  test('a member adds a title, sees it, and takes it away', async () => {
    const { from } = client('member');
    const row = { user_id: idOf.member, movie_id: film };
    expect((await from('watchlist').insert(row)).status).toBe(201);
    expect(good(await from('watchlist').select('*').match(row).maybeSingle()).movie_id).toBe(film);
    expect((await from('watchlist').delete().match(row)).status).toBe(204);
    expect((await from('watchlist').select('*').match(row).maybeSingle()).data).toBeNull();
  });
});

describe('subscriptions and purchases', () => {
  const active = (who: 'member' | 'subscriber') =>
    client(who)
      .from('subscriptions')
      .select('*')
      .eq('user_id', idOf[who])
      .eq('status', 'active')
      .gt('expires_at', new Date().toISOString());

  test('a subscriber finds the active subscription, a member none (PGRST116), an admin lists all', async () => {
    expect(good(await active('subscriber').single()).subscription_type).toBe('yearly');
    const none = await active('member').single();
    expect(none.error?.code).toBe('PGRST116');
    expect(none.status).toBe(406);
    const all = await client('admin')
      .from('subscriptions')
      .select('*')
      .order('created_at', { ascending: false });
    expect(good(all).length).toBeGreaterThan(0);
  });

  test('a member cannot write a purchase, a subscription, an order or a booking', async () => {
    const { from } = client('member');
    const purchase = { user_id: idOf.member, movie_id: film, transaction_type: 'purchase', amount: 9.99 };
    refused(await from('user_purchases').insert(purchase));
    const subscription = {
      user_id: idOf.member,
      status: 'active',
      subscription_type: 'monthly',
      expires_at: '2030-01-01',
    };
    refused(await from('subscriptions').insert(subscription));
    refused(
      await from('orders').insert({
        user_id: idOf.member,
        transaction_type: 'purchase',
        title: 'x',
        amount_minor: 1,
      }),
    );
    refused(
      await from('ledger').insert({
        order_id: nobody,
        kind: 'payment',
        amount_minor: 1,
        currency: 'USD',
        provider: 'x',
        provider_reference: 'x',
      }),
    );
  });
});

describe('admin_users', () => {
  test('nobody adds themselves, not even an admin', async () => {
    refused(await client('member').from('admin_users').insert({ user_id: idOf.member }));
    refused(await client('admin').from('admin_users').insert({ user_id: idOf.member }));
  });

  test('setup answers in the specified words', async () => {
    expect((await client('admin').rpc('setup_admin')).error).toMatchObject({
      code: '23505',
      message: 'You are already an admin',
    });
    const late = await client('member').rpc('setup_admin');
    expect(late.error).toMatchObject({ message: 'Failed to setup admin access', hint: 'admin_setup_closed' });
    expect((await client('visitor').rpc('setup_admin')).status).toBe(401);
  });
});

describe('profiles', () => {
  test('a member reads and changes the own row; the admin lists all; nobody deletes a row', async () => {
    const { from } = client('member');
    const before = good(await from('profiles').select('*').eq('id', idOf.member).maybeSingle());
    expect(before.username).toBeTruthy();
    const username = `stanley-${randomUUID().slice(0, 6)}`;
    const change = {
      username,
      first_name: ' Stanley ',
      last_name: 'Philogène',
      full_name: 'ignored',
      bio: 'Mwen la',
      location: '',
      website: 'https://example.org',
      occupation: '',
      phone: '+509 1234',
      date_of_birth: null,
      interests: ['fim', ' konpa ', ''],
      is_public: true,
      avatar_url: '',
      updated_at: new Date().toISOString(),
    };
    const after = good(await from('profiles').update(change).eq('id', idOf.member).select().single());
    expect(after).toMatchObject({
      username,
      full_name: 'Stanley Philogène',
      interests: ['fim', 'konpa'],
    });
    const { username: oldName, first_name, last_name, bio, interests, phone, website, avatar_url } = before;
    const restored = { username: oldName, first_name, last_name, bio, interests, phone, website, avatar_url };
    good(await from('profiles').update(restored).eq('id', idOf.member).select().single());
    expect(good(await from('profiles').update({ bio: 'x' }).eq('id', idOf.admin).select())).toEqual([]);
    const all = good(
      await client('admin').from('profiles').select('*').order('created_at', { ascending: false }),
    );
    expect(all.length).toBeGreaterThanOrEqual(9);
    expect(good(await from('profiles').select('id, username').eq('id', idOf.admin).single()).username).toBe(
      'admin',
    );
    refused(await client('admin').from('profiles').delete().eq('id', idOf.member));
    refused(await from('profiles').insert({ id: nobody, username: 'x1' }));
  });
});

describe('forum', () => {
  test('a page of ten topics, newest first, with author, number of replies and the total', async () => {
    const { from } = client('visitor');
    const { count } = await from('forum_topics').select('*', { count: 'exact', head: true });
    expect(count).toBeGreaterThanOrEqual(30);
    const page = good(
      await from('forum_topics')
        .select('*, profiles(username, avatar_url), forum_posts(count)')
        .order('created_at', { ascending: false })
        .range(10, 19),
    );
    expect(page).toHaveLength(10);
    for (const row of page) expect(row.forum_posts).toEqual([{ count: row.reply_count }]);
  });

  test('a topic is opened, read with its category, replied to, and deleted with its replies', async () => {
    const { from } = client('member');
    const made = good(
      await from('forum_topics')
        .insert({ title: ' Bonjou ', content: 'Sak pase', user_id: idOf.member })
        .select('id')
        .single(),
    );
    const read = good(
      await client('visitor')
        .from('forum_topics')
        .select('*, profiles(username), category:forum_categories(id, name)')
        .eq('id', made.id)
        .single(),
    );
    expect(read).toMatchObject({ title: 'Bonjou', category: { name: 'General' } });
    const reply = { content: 'N ap boule', topic_id: made.id, user_id: idOf.subscriber };
    const post = good(await client('subscriber').from('forum_posts').insert(reply).select().single());
    const posts = good(await from('forum_posts').select('*').eq('topic_id', made.id).order('created_at'));
    const authors = await from('profiles')
      .select('id, username')
      .in(
        'id',
        posts.map((row) => row.user_id ?? ''),
      );
    expect(good(authors).map((row) => row.username)).toEqual(['subscriber']);
    expect(good(await from('forum_posts').delete().eq('id', post.id).select())).toEqual([]);
    expect(good(await client('subscriber').from('forum_topics').delete().eq('id', made.id).select())).toEqual(
      [],
    );
    expect((await from('forum_topics').delete().eq('id', made.id)).error).toBeNull();
    expect(good(await from('forum_posts').select('*').eq('topic_id', made.id))).toEqual([]);
  });

  test('nobody posts in another name, and a visitor not at all', async () => {
    const row = { title: 'x', content: 'x', user_id: idOf.admin };
    refused(await client('member').from('forum_topics').insert(row));
    refused(await client('visitor').from('forum_topics').insert(row), 401);
    refused(
      await client('member')
        .from('forum_posts')
        .insert({ topic_id: topic, content: 'x', user_id: idOf.admin }),
    );
  });
});

describe('remote functions', () => {
  test('is_admin and fn_check_admin_access', async () => {
    for (const name of ['is_admin', 'fn_check_admin_access'] as const) {
      expect(good(await client('admin').rpc(name))).toBe(true);
      expect(good(await client('member').rpc(name))).toBe(false);
      expect(good(await client('visitor').rpc(name))).toBe(false);
    }
  });

  test('increment_topic_view counts a viewer once a day', async () => {
    const row = { title: 'Konbyen je?', content: 'Gade', user_id: idOf.subscriber };
    const author = client('subscriber');
    const { id } = good(await author.from('forum_topics').insert(row).select('id').single());
    for (const who of ['visitor', 'visitor', 'member', 'member', 'admin'] as const) {
      expect((await client(who).rpc('increment_topic_view', { topic_id: id })).status).toBe(204);
    }
    const readViews = async () =>
      good(await client('visitor').from('forum_topics').select('views').eq('id', id).single()).views;
    await expect.poll(readViews, { timeout: 20_000 }).toBe(3);
    await author.from('forum_topics').delete().eq('id', id).throwOnError();
  });

  test('check-subscription', async () => {
    const none = { hasActiveSubscription: false, subscriptionType: null, expiresAt: null };
    const subscribed = await server.as('subscriber').functions.invoke('check-subscription');
    expect(subscribed.data).toMatchObject({ hasActiveSubscription: true, subscriptionType: 'yearly' });
    expect(Date.parse(subscribed.data.expiresAt)).toBeGreaterThan(Date.now());
    expect((await server.as('member').functions.invoke('check-subscription')).data).toEqual(none);
  });
});

function client(who: Parameters<TestServer['as']>[0]) {
  const supabase = server.as(who);
  return {
    from: supabase.from.bind(supabase) as typeof supabase.from,
    rpc: supabase.rpc.bind(supabase) as typeof supabase.rpc,
  };
}

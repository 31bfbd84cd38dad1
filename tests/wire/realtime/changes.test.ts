import { postgresChangesFilter } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changesOf, type Row, refusal, subscribed, systemOf, until } from '../../support/realtime-client.ts';
import { type RealtimeTestServer, startRealtimeServer } from '../../support/realtime-server.ts';

let server: RealtimeTestServer;
let n = 0;
beforeAll(async () => {
  server = await startRealtimeServer();
});
afterAll(() => server?.close());
beforeEach(() =>
  server.sql('delete from public.bulletin; delete from public.note; delete from public.locked'),
);

/** A new topic name. */
const topic = () => `changes-${++n}`;

describe.each(['1.0.0', '2.0.0'])('a visitor with protocol %s', (vsn) => {
  const visitor = () => server.client(undefined, { vsn });

  test('receives inserts, updates and deletes in order, with values as in the Data API', async () => {
    const channel = visitor().channel(topic());
    const received = changesOf(channel, { table: 'bulletin' });
    const said = systemOf(channel);
    await subscribed(channel);
    await until(() => said.length > 0, 'the confirmation');
    expect(said).toEqual([
      {
        channel: `changes-${n}`,
        extension: 'postgres_changes',
        message: 'Subscribed to PostgreSQL',
        status: 'ok',
      },
    ]);
    await server.sql(`
      insert into public.bulletin values (1, 'Bonjou, Ayiti 🇭🇹', 12.50, 9007199254740991, '2026-01-02', '{a,"b c"}',
        '{"k":[1,null]}', '2026-01-02 03:04:05.678901+00')`);
    await server.sql(`update public.bulletin set id = 2, body = null`);
    await server.sql(`delete from public.bulletin`);
    await until(() => received.length === 3, 'three changes');
    const [inserted, updated, deleted] = received;
    expect(inserted).toEqual({
      schema: 'public',
      table: 'bulletin',
      eventType: 'INSERT',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      errors: null,
      new: {
        id: 1,
        body: 'Bonjou, Ayiti 🇭🇹',
        amount: 12.5,
        big: 9007199254740991,
        day: '2026-01-02',
        tags: ['a', 'b c'],
        extra: { k: [1, null] },
        at: '2026-01-02T03:04:05.678901+00:00',
      },
      old: {},
    });
    expect(updated).toMatchObject({ eventType: 'UPDATE', new: { id: 2, body: null }, old: { id: 1 } });
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id: 2 } });
  });

  test('receives only the events of each binding', async () => {
    const channel = visitor().channel(topic());
    const inserts = changesOf(channel, { table: 'bulletin', event: 'INSERT' });
    const deletes = changesOf(channel, { table: 'bulletin', event: 'DELETE' });
    const all = changesOf(channel, {});
    await subscribed(channel);
    await server.sql(`insert into public.bulletin (id) values (1)`);
    await server.sql(`update public.bulletin set body = 'x'`);
    await server.sql(`delete from public.bulletin`);
    await until(() => all.length === 3, 'the end');
    expect(inserts.map(({ eventType }) => eventType)).toEqual(['INSERT']);
    expect(deletes.map(({ eventType }) => eventType)).toEqual(['DELETE']);
  });
});

describe('a filter', () => {
  const cases: [filter: string, ids: number[]][] = [
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['amount=lt.2', [1]],
    ['amount=lte.2.0', [1, 2]],
    ['amount=gt.2', [3]],
    ['amount=gte.2.000', [2, 3]],
    ['id=in.(1,3)', [1, 3]],
    ['body=eq.an', [1]],
    ['body=in.(an,"de, twa")', [1, 2]],
    ['body=eq."de, twa"', [2]],
    ['day=gte.2026-01-02', [2, 3]],
    ['amount=is.null', [4]],
    ['amount=not.is.null', [1, 2, 3]],
    ['body=like.d%', [2]],
    ['body=match.^[a-d]', [1, 2]],
    ['body=match.A', []],
    ['body=imatch.A', [1, 2, 3]],
    ['body=not.imatch.T', [1]],
    [postgresChangesFilter().match('body', '(e, |k)').build(), [2, 3]],
    ['body=not.in.(an)', [2, 3]],
    ['id=gt.1,id=lt.4', [2, 3]],
    ['big=eq.9007199254740993', [2]],
  ];

  test('matches like the database', async () => {
    const client = server.client();
    const all = client.channel(topic());
    const everything = changesOf(all, { table: 'bulletin' });
    await subscribed(all);
    const received = await Promise.all(
      cases.map(async ([filter]) => {
        const channel = client.channel(topic());
        const changes = changesOf(channel, { table: 'bulletin', event: 'INSERT', filter });
        await subscribed(channel);
        return changes;
      }),
    );
    await server.sql(`insert into public.bulletin (id, body, amount, big, day) values
      (1, 'an', 1, 9007199254740992, '2026-01-01'), (2, 'de, twa', 2, 9007199254740993, '2026-01-02'),
      (3, 'kat', 3, 1, '2026-01-03'), (4, null, null, null, null)`);
    await server.sql(`insert into public.bulletin (id) values (99)`);
    await until(() => everything.length === 5, 'all rows');
    const known = (ids: unknown[]) => ids.filter((id) => id !== 99);
    const got = cases.map(([filter], index) => [
      filter,
      known(received[index]?.map(({ new: row }) => (row as { id: number }).id) ?? []),
    ]);
    expect(got).toEqual(cases);
  });

  test('with a regular expression is refused where it is invalid or could take long', async () => {
    const client = server.client();
    const problemOf = async (filter: string): Promise<string | undefined> => {
      const channel = client.channel(topic());
      changesOf(channel, { table: 'bulletin', filter });
      const said = systemOf(channel);
      await subscribed(channel);
      await until(() => said.length > 0, 'an answer');
      return said[0]?.status === 'ok' ? undefined : said[0]?.message;
    };
    expect(await problemOf('body=match.^a+$')).toBeUndefined();
    expect(await problemOf('body=match.[a')).toContain('invalid filter');
    expect(await problemOf('body=match."(a+)+$"')).toContain('repeats what repeats');
    expect(await problemOf('body=not.imatch."(a)\\\\1"')).toContain('refers to a group');
  });

  test('on a deleted row can only use the key', async () => {
    const client = server.client();
    const byKey = client.channel(topic());
    const [deleted, other] = [
      changesOf(byKey, { table: 'bulletin', event: 'DELETE', filter: 'id=eq.1' }),
      changesOf(byKey, { table: 'bulletin', event: 'DELETE', filter: 'body=eq.x' }),
    ];
    await subscribed(byKey);
    await server.sql(`insert into public.bulletin (id, body) values (1, 'x'), (2, 'x')`);
    await server.sql('delete from public.bulletin');
    await until(() => deleted.length > 0, 'the deletion');
    expect(deleted.map(({ old }) => old)).toEqual([{ id: 1 }]);
    expect(other).toEqual([]);
  });

  test.each([
    ['id=eq.abc', 'invalid input syntax for type bigint'],
    ['nothing=eq.1', 'invalid column for filter nothing'],
    ['id=between.1', 'operator between is not supported'],
    ['id', 'Error parsing `filter` params'],
  ])('that makes no sense is refused: %s', async (filter, reason) => {
    const channel = server.client().channel(topic());
    const received = changesOf(channel, { table: 'bulletin', filter });
    const said = systemOf(channel);
    await subscribed(channel);
    await until(() => said.length > 0, 'the refusal');
    expect(said[0]).toMatchObject({ status: 'error', extension: 'postgres_changes' });
    expect(said[0]?.message).toContain(reason);
    expect(received).toEqual([]);
  });

  test('can be combined with a choice of columns', async () => {
    const channel = server.client().channel(topic());
    const received = changesOf(channel, { table: 'bulletin', event: 'INSERT', select: ['id', 'big'] });
    await subscribed(channel);
    await server.sql(`insert into public.bulletin (id, body, big) values (1, 'long', 3)`);
    await until(() => received.length > 0, 'the row');
    expect(received[0]?.new).toEqual({ id: 1, big: 3 });
  });
});

describe('a table', () => {
  test('that is not published cannot be subscribed to', async () => {
    const channel = server.client().channel(topic());
    changesOf(channel, { table: 'unpublished' });
    const said = systemOf(channel);
    await subscribed(channel);
    await until(() => said.length > 0, 'the refusal');
    expect(said[0]).toMatchObject({ status: 'error' });
    expect(said[0]?.message).toContain('Please check Realtime is enabled');
    const waiting = server
      .client()
      .channel(topic(), { config: { postgres_changes_options: { wait: true } } });
    changesOf(waiting, { table: 'unpublished' });
    expect(await refusal(waiting)).toContain('RealtimeDisabledForConfiguration');
  });

  test('that a role cannot read sends it nothing, not even that something changed', async () => {
    const channel = server.client().channel(topic());
    const received = changesOf(channel, {});
    await subscribed(channel);
    await server.sql(`insert into public.locked values (1, 'x')`);
    await server.sql(`delete from public.locked; insert into public.bulletin (id) values (1)`);
    await until(() => received.length > 0, 'the open table');
    expect(received.map(({ table }) => table)).toEqual(['bulletin']);
  });

  test('with a row too large to send sends an error and the small values', async () => {
    const channel = server.client().channel(topic());
    const received = changesOf(channel, { table: 'bulletin' });
    await subscribed(channel);
    await server.sql(`insert into public.bulletin (id, body) values (1, repeat('x', 1100000))`);
    await until(() => received.length > 0, 'the row');
    expect(received[0]).toMatchObject({
      errors: ['Error 413: Payload Too Large'],
      new: { id: 1, amount: null },
    });
    expect(received[0]?.new).not.toHaveProperty('body');
  });

  test('with a thousand rows changed at once sends each row', async () => {
    const channel = server.client().channel(topic());
    const received = changesOf(channel, { table: 'bulletin' });
    await subscribed(channel);
    await server.sql(`insert into public.bulletin (id) select i from generate_series(1, 1234) i`);
    await server.sql(`insert into public.bulletin (id) values (5000)`);
    await until(() => received.length >= 1235, 'all rows');
    expect(received.map(({ new: row }) => (row as { id: number }).id)).toEqual([
      ...Array.from({ length: 1234 }, (_, index) => index + 1),
      5000,
    ]);
  });
});

describe('a row that a policy hides', () => {
  test('is sent to its owner only, without columns that they cannot read', async () => {
    const [ann, bob] = [await server.member(), await server.member()];
    const listen = async (client: typeof ann.client) => {
      const channel = client.channel(topic());
      const received = changesOf(channel, { table: 'note' });
      await subscribed(channel);
      return received;
    };
    const [annHears, bobHears] = [await listen(ann.client), await listen(bob.client)];
    const visitor = server.client().channel(topic());
    const visitorHears = changesOf(visitor, {});
    await subscribed(visitor);
    await server.sql(`insert into public.note values (1, '${ann.id}', 'for Ann', 'hush')`);
    await server.sql(`insert into public.note values (2, '${bob.id}', 'for Bob', 'hush')`);
    await server.sql(`update public.note set body = 'for Ann again' where id = 1`);
    await server.sql(`update public.note set owner = '${bob.id}' where id = 1`);
    await server.sql(`insert into public.bulletin (id) values (1)`);
    await until(() => bobHears.length >= 2 && visitorHears.length === 1, 'everything');
    // Policies are checked when the change is sent, on the row as it is then.
    const owners = (received: typeof bobHears) => new Set(received.map(({ new: row }) => (row as Row).owner));
    expect(owners(bobHears)).toEqual(new Set([bob.id]));
    expect([...owners(annHears)].filter((owner) => owner !== ann.id)).toEqual([]);
    expect(bobHears.at(-1)?.new).toEqual({ id: 1, owner: bob.id, body: 'for Ann again' });
    expect(JSON.stringify([annHears, bobHears])).not.toContain('hush');
    expect(visitorHears.map(({ table }) => table)).toEqual(['bulletin']);
  });

  test('sends only its key when it is deleted, and only to those who could read it', async () => {
    const [ann, bob] = [await server.member(), await server.member()];
    const [hers, his] = [ann, bob].map(({ client }) => client.channel(topic()));
    if (!hers || !his) throw new Error('two channels');
    const [annHears, bobHears] = [changesOf(hers, { event: 'DELETE' }), changesOf(his, { event: 'DELETE' })];
    await Promise.all([subscribed(hers), subscribed(his)]);
    await server.sql(`insert into public.note values (7, '${ann.id}', 'for Ann', 'hush')`);
    await server.sql(`delete from public.note`);
    await server.sql(`insert into public.bulletin (id) values (1); delete from public.bulletin`);
    await until(() => annHears.length === 2 && bobHears.length > 0, 'the deletions');
    expect(annHears[0]).toMatchObject({ eventType: 'DELETE', table: 'note', new: {} });
    expect(annHears[0]?.old).toEqual({ id: 7 });
    expect(bobHears.map(({ table }) => table)).toEqual(['bulletin']);
  });

  test('is judged by the policies of the moment when it is deleted', async () => {
    const [ann, bob] = [await server.member(), await server.member()];
    const channel = bob.client.channel(topic());
    const received = changesOf(channel, { event: 'DELETE' });
    await subscribed(channel);
    const end = `insert into public.bulletin (id) values (1); delete from public.bulletin`;
    const remove = async (id: number, during: string, after: string) => {
      await server.sql(during);
      await server.sql(`insert into public.note values (${id}, '${ann.id}', 'shared', 'hush')`);
      await server.sql(`delete from public.note`);
      await server.sql(end);
      await until(() => received.at(-1)?.table === 'bulletin', 'the end');
      await server.sql(after);
      return received.splice(0).map(({ table, old }) => `${table} ${(old as Row).id}`);
    };
    const share = `create policy "shared notes" on public.note for select to authenticated using (body = 'shared' and note.id > 0);`;
    const close = `create policy "closed" on public.note as restrictive for select to authenticated using (id <> 12);`;
    const others = `create policy "others" on public.note as restrictive for select to anon using (false);`;
    const failing = `create policy "failing" on public.note for select to authenticated using (1 / (id - 13) > 0 or ctid is null);`;
    const drop = (name: string) => `drop policy "${name}" on public.note;`;
    expect(await remove(10, 'select 1', 'select 1')).toEqual(['bulletin 1']);
    expect(await remove(11, share, 'select 1')).toEqual(['note 11', 'bulletin 1']);
    expect(await remove(12, close + others, drop('closed'))).toEqual(['bulletin 1']);
    expect(await remove(14, 'select 1', drop('others') + drop('shared notes'))).toEqual([
      'note 14',
      'bulletin 1',
    ]);
    expect(await remove(13, failing, drop('failing'))).toEqual(['bulletin 1']);
    const left = await server.database.query(
      `select proname from pg_proc where proname like 'check_deletion_%'`,
    );
    expect(left).toEqual([]);
  });

  test('does not reveal the key it had before it became readable', async () => {
    const [ann, bob] = [await server.member(), await server.member()];
    const channel = bob.client.channel(topic());
    const received = changesOf(channel, { table: 'note' });
    await subscribed(channel);
    await server.sql(`insert into public.note values (424242, '${ann.id}', 'x', 'hush')`);
    await server.sql(`update public.note set id = 2, owner = '${bob.id}'`);
    await until(() => received.length > 0, 'the change');
    expect(received).toMatchObject([{ eventType: 'UPDATE', new: { id: 2 }, old: {} }]);
    expect(JSON.stringify(received)).not.toContain('424242');
  });

  test('cannot be filtered by a column that the member cannot read', async () => {
    const ann = await server.member();
    const channel = ann.client.channel(topic());
    changesOf(channel, { table: 'note', filter: 'secret=eq.hush' });
    const said = systemOf(channel);
    await subscribed(channel);
    await until(() => said.length > 0, 'the refusal');
    expect(said[0]).toMatchObject({ status: 'error', message: 'invalid column for filter secret' });
  });

  test('is sent from the moment a new token allows reading it, and no longer once it does not', async () => {
    const ann = await server.member();
    let token = server.keys.anonKey;
    const client = server.client(() => token);
    const channel = client.channel(topic());
    const received = changesOf(channel, {});
    const all = changesOf(channel, { table: 'bulletin' });
    await subscribed(channel);
    await server.sql(`insert into public.note values (0, '${ann.id}', 'nothing')`);
    await server.sql(`insert into public.bulletin (id) values (0)`);
    await until(() => all.length === 1, 'the first bulletin');
    token = ann.token;
    await client.realtime.setAuth();
    // Messages of a connection are processed in order: after this reply the token is in use.
    await channel.track({});
    await server.sql(`insert into public.note values (1, '${ann.id}', 'one')`);
    await until(() => received.length === 2, 'the note');
    token = server.keys.anonKey;
    await client.realtime.setAuth();
    await channel.track({});
    await server.sql(`insert into public.note values (2, '${ann.id}', 'two')`);
    await server.sql(`insert into public.bulletin (id) values (1)`);
    await until(() => all.length === 2, 'the last bulletin');
    expect(received.map(({ table, new: row }) => [table, (row as Row).id])).toEqual([
      ['bulletin', 0],
      ['note', 1],
      ['bulletin', 1],
    ]);
  });
});

import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../../support/account-people.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { idOf, startTestServer, type TestServer } from '../../support/test-server.ts';

/* What staff do with files and accounts, through the real services, is in the audit log in their name. */
let server: TestServer;
let editor: Awaited<ReturnType<typeof register>>;
let admin: SupabaseClient;
const video = {
  contentType: 'video/mp4',
  bytes: Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32', 'hex'),
};
const picture = { contentType: 'image/png', bytes: onePixel };
const staffBuckets = ['artwork', 'banners', 'movies'];
const fileFor = (bucket: string) => (bucket === 'movies' ? video : picture);

beforeAll(async () => {
  server = await startTestServer();
  editor = await register(server);
  await server.database.query(`insert into admin_users values ($1, 'editor')`, [editor.id]);
  const token = await server.token({ sub: idOf.admin, role: 'authenticated', aud: 'authenticated' });
  admin = createClient(server.url, server.anonKey, { accessToken: async () => token });
});
afterAll(() => server.close());

/** What the log has about a file, oldest first. */
const actsOn = async (label: string) => {
  const rows = await server.database.query<{ act: string; actor_id: string }>(
    `select act, actor_id from audit_log where subject = 'files' and label = $1 order by id`,
    [label],
  );
  expect(
    rows.every(({ actor_id }) => actor_id === editor.id),
    label,
  ).toBe(true);
  return rows.map(({ act }) => act);
};

describe.each(staffBuckets)('an editor leaves an entry in bucket %s', (bucket) => {
  const files = () => editor.client.storage.from(bucket);
  const { contentType, bytes } = fileFor(bucket);

  test('uploading, replacing, moving, copying and deleting a file', async () => {
    const name = `${randomUUID()}.bin`;
    expect((await files().upload(name, bytes, { contentType })).error).toBeNull();
    expect((await files().upload(name, bytes, { contentType, upsert: true })).error).toBeNull();
    expect((await files().update(name, bytes, { contentType })).error).toBeNull();
    expect(await actsOn(`${bucket}/${name}`)).toEqual(['insert', 'update', 'update']);
    expect((await files().copy(name, `copy-${name}`)).error).toBeNull();
    expect(await actsOn(`${bucket}/copy-${name}`)).toEqual(['insert']);
    expect((await files().move(name, `moved-${name}`)).error).toBeNull();
    expect((await files().remove([`moved-${name}`])).error).toBeNull();
    expect(await actsOn(`${bucket}/moved-${name}`)).toEqual(['update', 'delete']);
  });

  test('uploading to a signed address that the editor requested', async () => {
    const name = `${randomUUID()}.bin`;
    const { data } = await files().createSignedUploadUrl(name);
    const visitor = createClient(server.url, server.anonKey);
    const sent = await visitor.storage
      .from(bucket)
      .uploadToSignedUrl(name, data?.token ?? '', bytes, { contentType });
    expect(sent.error).toBeNull();
    expect(await actsOn(`${bucket}/${name}`)).toEqual(['insert']);
  });

  test('uploading in parts', async () => {
    const name = `${randomUUID()}.bin`;
    await new Promise<void>((resolve, reject) => {
      new tus.Upload(bytes, {
        endpoint: `${server.url}/storage/v1/upload/resumable`,
        headers: { authorization: `Bearer ${editor.token}`, apikey: server.anonKey },
        chunkSize: 1_000_000,
        retryDelays: [],
        uploadDataDuringCreation: true,
        metadata: { bucketName: bucket, objectName: name, contentType },
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    expect(await actsOn(`${bucket}/${name}`)).toEqual(['insert']);
  });

  test('what is refused leaves none', async () => {
    const member = await register(server);
    const name = `${randomUUID()}.bin`;
    expect(
      (await member.client.storage.from(bucket).upload(name, bytes, { contentType })).error,
    ).not.toBeNull();
    expect(await actsOn(`${bucket}/${name}`)).toEqual([]);
  });
});

test('no bucket of staff is missing here', async () => {
  const buckets = await server.database.query<{ id: string }>(
    `select id from storage.buckets where id <> 'profile-images' order by id`,
  );
  expect(buckets.map(({ id }) => id)).toEqual(staffBuckets);
});

test('an editor leaves an entry for subtitles', async () => {
  const film = 'f1000000-0000-4000-8000-000000000004';
  const row = { movie_id: film, language: 'es', name: 'Español', path: `subtitles/${randomUUID()}.vtt` };
  const { data } = await editor.client.from('subtitles').insert(row).select('id').single();
  await editor.client
    .from('subtitles')
    .update({ name: 'Castellano' })
    .eq('id', data?.id ?? '');
  await editor.client
    .from('subtitles')
    .delete()
    .eq('id', data?.id ?? '');
  const acts = await server.database.query<{ act: string; actor_id: string }>(
    `select act, actor_id from audit_log where subject = 'subtitles' and subject_id = $1 order by id`,
    [data?.id],
  );
  expect(acts.map(({ act }) => act)).toEqual(['insert', 'update', 'delete']);
  expect(new Set(acts.map(({ actor_id }) => actor_id))).toEqual(new Set([editor.id]));
});

test('an admin who deletes a member’s account is named', async () => {
  const member = await register(server);
  const { error } = await admin.functions.invoke('delete-account', { body: { user_id: member.id } });
  expect(error).toBeNull();
  const acts = await server.database.query(
    `select act, actor_id from audit_log where subject = 'members' and subject_id = $1 order by id`,
    [member.id.slice(0, 8)],
  );
  expect(acts).toEqual([
    { act: 'request_deletion', actor_id: idOf.admin },
    { act: 'delete', actor_id: null },
  ]);
});

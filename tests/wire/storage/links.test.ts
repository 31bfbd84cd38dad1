import { afterAll, beforeAll, expect, test } from 'vitest';
import { onePixel } from '../../support/one-pixel.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';
import { idOf } from '../../support/test-server.ts';

let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld();
  await world.as('service').createBucket('closed');
  for (const name of ['a.txt', 'b.txt', 'dir/c.txt']) await closed().upload(name, name);
});
afterAll(() => world.close());

const closed = () => world.as('service').from('closed');
const signed = async (name: string, seconds = 60): Promise<URL> =>
  new URL((await closed().createSignedUrl(name, seconds)).data?.signedUrl ?? '');

test('everybody with a signed URL reads the object, without a session', async () => {
  const answer = await fetch(await signed('dir/c.txt'));
  expect(await answer.text()).toBe('dir/c.txt');
});

test('a signed URL can set the file name', async () => {
  const { data } = await closed().createSignedUrl('a.txt', 60, { download: 'saved.txt' });
  const answer = await fetch(data?.signedUrl ?? '');
  expect(answer.headers.get('content-disposition')).toContain('filename="saved.txt"');
});

test('many signed URLs are created at once, and none for what cannot be read', async () => {
  const { data } = await closed().createSignedUrls(['a.txt', 'ghost.txt', '../b.txt', 'dir/c.txt'], 60);
  expect(data?.map(({ path, error }) => [path, error === null])).toEqual([
    ['a.txt', true],
    ['ghost.txt', false],
    ['../b.txt', false],
    ['dir/c.txt', true],
  ]);
  for (const { path, signedUrl } of data ?? []) {
    if (signedUrl) expect(await (await fetch(signedUrl)).text()).toBe(path);
  }
});

test('a signed URL expires', async () => {
  const link = await signed('a.txt', 1);
  expect((await fetch(link)).status).toBe(200);
  await expect.poll(async () => (await fetch(link)).status, { timeout: 20_000 }).toBe(400);
  expect(await (await fetch(link)).json()).toMatchObject({ statusCode: '400', error: 'InvalidJWT' });
});

test('a signed URL is valid for one object and one purpose', async () => {
  const link = await signed('a.txt');
  const token = link.searchParams.get('token') ?? '';
  const upload = (await closed().createSignedUploadUrl('new.txt')).data?.token ?? '';
  const asFor = (path: string, value: string) => world.fetch(`${path}?token=${value}`);
  const tampered = `${token.slice(0, -6)}AAAAAA`;
  const access = world.tokenOf('admin');
  const foreign = await world.token({
    url: 'closed/a.txt',
    purpose: 'storage.download',
    role: 'authenticated',
  });
  for (const [path, value] of [
    ['/object/sign/closed/b.txt', token],
    ['/object/sign/closed/a.txt', tampered],
    ['/object/sign/closed/a.txt', upload],
    ['/object/sign/closed/a.txt', access],
    ['/object/sign/closed/a.txt', foreign],
    ['/object/sign/closed/a.txt', ''],
    ['/object/sign/closed/new.txt', upload],
    ['/render/image/sign/closed/b.txt', token],
  ] as const) {
    const answer = await asFor(path, value);
    expect(answer.status, path).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'InvalidSignature' });
  }
  const put = await world.fetch(`/object/upload/sign/closed/a.txt?token=${token}`, {
    method: 'PUT',
    body: 'x',
  });
  expect(await put.json()).toMatchObject({ error: 'InvalidSignature' });
  expect(await (await closed().download('a.txt')).data?.text()).toBe('a.txt');
});

test('a signed URL of a deleted object is a 404', async () => {
  await closed().upload('gone.txt', 'x');
  const link = await signed('gone.txt');
  await closed().remove(['gone.txt']);
  expect(await (await fetch(link)).json()).toMatchObject({ statusCode: '404' });
});

test('an upload by signed URL belongs to the link’s creator', async () => {
  const name = `${idOf.member}/by-link.png`;
  const { data } = await world.as('member').from('profile-images').createSignedUploadUrl(name);
  const pictures = world.as('visitor').from('profile-images');
  const file = new Blob([onePixel], { type: 'image/png' });
  const sent = await pictures.uploadToSignedUrl(name, data?.token ?? '', file, { cacheControl: '5' });
  expect(sent.error).toBeNull();
  expect(sent.data).toMatchObject({ path: name, fullPath: `profile-images/${name}` });
  const [row] = await world.database.query('select owner_id from storage.objects where name = $1', [name]);
  expect(row).toEqual({ owner_id: idOf.member });
  const again = await pictures.uploadToSignedUrl(name, data?.token ?? '', file, { upsert: true });
  expect(again.error).toMatchObject({ statusCode: '409' });
});

test('a signed URL with upsert is created only for those who can replace', async () => {
  const name = `${idOf.member}/by-link.png`;
  const member = world.as('member').from('profile-images');
  const { data } = await member.createSignedUploadUrl(name, { upsert: true });
  const sent = await member.uploadToSignedUrl(
    name,
    data?.token ?? '',
    new Blob([onePixel], { type: 'image/png' }),
  );
  expect(sent.error).toBeNull();
  expect((await member.createSignedUploadUrl(name)).error).toMatchObject({ statusCode: '409' });
  const other = world.as('subscriber').from('profile-images');
  expect((await other.createSignedUploadUrl(name, { upsert: true })).error).toMatchObject({
    statusCode: '403',
  });
});

test('the bucket’s limits hold for uploads by signed URL too', async () => {
  const name = `${idOf.member}/page.png`;
  const { data } = await world.as('member').from('profile-images').createSignedUploadUrl(name);
  const pictures = world.as('visitor').from('profile-images');
  for (const type of ['text/html', 'image/png']) {
    const page = new Blob(['<h1>not a picture</h1>'], { type });
    expect((await pictures.uploadToSignedUrl(name, data?.token ?? '', page)).error).toMatchObject({
      statusCode: '415',
    });
  }
});

import sharp from 'sharp';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { avatarErrorKey } from '../../../contract/src/identity/avatar-errors.ts';
import { AVATAR_SIDE } from '../../../contract/src/identity/limits.ts';
import { type Person, register } from '../../support/account-people.ts';
import { hugePng } from '../../support/huge-png.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await register(server);
});
afterAll(() => server.close());

const picture = (side = 800) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#d92b3a' } });
const bucket = () => person.client.storage.from('profile-images');
const own = (name: string) => `${person.id}/${name}`;

async function stored(name: string): Promise<{ contentType: string | null; bytes: Buffer }> {
  const answer = await fetch(bucket().getPublicUrl(own(name)).data.publicUrl);
  expect(answer.status).toBe(200);
  return {
    contentType: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

test('a member’s photo is stored re-encoded and resized, without its location', async () => {
  const photograph = await picture()
    .withExif({ IFD3: { GPSLatitude: '18/1 32/1 0/1' } })
    .jpeg()
    .toBuffer();
  const { data, error } = await bucket().upload(own('face.jpg'), photograph, { contentType: 'image/jpeg' });
  expect(error).toBeNull();
  expect(data).toMatchObject({ path: own('face.jpg'), fullPath: `profile-images/${own('face.jpg')}` });
  const { contentType, bytes } = await stored('face.jpg');
  expect(contentType).toBe('image/webp');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: AVATAR_SIDE });
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  const info = await bucket().info(own('face.jpg'));
  expect(info.data).toMatchObject({ contentType: 'image/webp', size: bytes.length });
});

const html = Buffer.from('<html><script>alert(1)</script></html>');
test.each<[what: string, contentType: string, bytes: () => Promise<Buffer> | Buffer, key: string]>([
  ['a script named .png', 'image/png', () => Buffer.from('alert(document.cookie)'), 'picture_unreadable'],
  ['an SVG with a script', 'image/svg+xml', () => Buffer.from('<svg><script/></svg>'), 'picture_unreadable'],
  ['an SVG named .png', 'image/png', () => Buffer.from('<svg><script/></svg>'), 'picture_unreadable'],
  ['a page', 'text/html', () => html, 'picture_unreadable'],
  ['20,000 × 20,000 pixels', 'image/png', () => hugePng(20_000), 'picture_too_many_pixels'],
  [
    'a picture that is a page too',
    'image/png',
    async () => Buffer.concat([await picture().png().toBuffer(), html]),
    'picture_more_inside',
  ],
  [
    'a picture that is a program too',
    'image/gif',
    async () => Buffer.concat([await picture(8).gif().toBuffer(), Buffer.from('=1;alert(1)//')]),
    'picture_more_inside',
  ],
])('%s is refused with its sentence, and nothing is stored', async (what, contentType, bytes, key) => {
  const name = own(`${what.replace(/\W/g, '')}.png`);
  const { error } = await bucket().upload(name, await bytes(), { contentType });
  expect(avatarErrorKey(error?.message ?? '')).toBe(key);
  expect((await bucket().exists(name)).data).toBe(false);
});

test('uploads by form, signed URL and in parts are re-encoded as well', async () => {
  const source = await picture().png().toBuffer();
  const file = new Blob([new Uint8Array(source)], { type: 'image/png' });
  expect((await bucket().upload(own('form.png'), file)).error).toBeNull();
  const link = await bucket().createSignedUploadUrl(own('link.png'));
  await bucket().uploadToSignedUrl(own('link.png'), link.data?.token ?? '', file);
  await resumable(own('resumed.png'), source);
  for (const name of ['form.png', 'link.png', 'resumed.png']) {
    const { contentType, bytes } = await stored(name);
    expect([name, contentType, (await sharp(bytes).metadata()).width]).toEqual([
      name,
      'image/webp',
      AVATAR_SIDE,
    ]);
  }
  const polyglot = Buffer.concat([source, html]);
  await expect(resumable(own('hidden.png'), polyglot)).rejects.toThrow('something else hidden');
  expect((await bucket().exists(own('hidden.png'))).data).toBe(false);
});

test('a copy keeps its content type and cannot be given another', async () => {
  await bucket().upload(own('one.png'), await picture().png().toBuffer(), { contentType: 'image/png' });
  expect((await bucket().copy(own('one.png'), own('two.png'))).error).toBeNull();
  expect((await stored('two.png')).contentType).toBe('image/webp');
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/storage/v1/object/copy`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      bucketId: 'profile-images',
      sourceKey: own('one.png'),
      destinationKey: own('three.gif'),
      copyMetadata: false,
      metadata: { mimetype: 'image/gif' },
    }),
  });
  expect(answer.status).toBe(400);
});

test('a file that claims to be HEIC is judged by what it is, not by its type', async () => {
  const { error } = await bucket().upload(own('photo.heic'), html, { contentType: 'image/heic' });
  expect(avatarErrorKey(error?.message ?? '')).toBe('picture_unreadable');
});

test('a member cannot show a picture on another site, and no page would load it', async () => {
  const set = (avatar_url: string) =>
    person.client.from('profiles').update({ avatar_url }).eq('id', person.id);
  const { error } = await set('https://tracker.example/pixel.gif');
  expect(error?.code).toBe('23514');
  await bucket().upload(own('own.png'), await picture().png().toBuffer(), { contentType: 'image/png' });
  expect((await set(bucket().getPublicUrl(own('own.png')).data.publicUrl)).error).toBeNull();
  const { data } = await person.client.from('profiles').select('avatar_url').eq('id', person.id).single();
  expect(data?.avatar_url).toBe(`/storage/v1/object/public/profile-images/${own('own.png')}`);
  for (const path of ['/', '/forum', '/nothing-here']) {
    const policy = (await fetch(server.url + path)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/img-src 'self' data: blob:(;|$)/);
  }
});

function resumable(objectName: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    new tus.Upload(bytes, {
      endpoint: `${server.url}/storage/v1/upload/resumable`,
      headers: { authorization: `Bearer ${person.token}` },
      metadata: { bucketName: 'profile-images', objectName, contentType: 'image/png' },
      retryDelays: null,
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}

import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onePixel } from '../../support/one-pixel.ts';
import { openStorageWorld, type StorageWorld } from '../../support/storage-world.ts';
import { idOf } from '../../support/test-server.ts';

let world: StorageWorld;
beforeAll(async () => {
  world = await openStorageWorld();
  await world.as('service').createBucket('desk');
});
afterAll(() => world.close());

const desk = () => world.as('service').from('desk');
const textOf = async (name: string): Promise<string | undefined> =>
  (await desk().download(name)).data?.text();

describe('uploading', () => {
  test('a member uploads an image by form into their own folder and everybody can read it', async () => {
    const name = `${idOf.member}/face.png`;
    const pictures = world.as('member').from('profile-images');
    const file = new File([onePixel], 'me.png', { type: 'image/png' });
    const { data, error } = await pictures.upload(name, file, {
      cacheControl: '60',
      metadata: { mood: 'glad' },
    });
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path: name, fullPath: `profile-images/${name}` });
    const { data: address } = pictures.getPublicUrl(name);
    const seen = await fetch(address.publicUrl);
    expect(Buffer.from(await seen.arrayBuffer())).toEqual(onePixel);
    expect(seen.headers.get('content-type')).toBe('image/png');
    expect(seen.headers.get('cache-control')).toBe('max-age=60');
    const info = (await pictures.info(name)).data;
    expect(info).toMatchObject({
      id: data?.id,
      name,
      bucketId: 'profile-images',
      size: onePixel.length,
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      metadata: { mood: 'glad' },
    });
    expect(info).not.toHaveProperty('updatedAt');
    const [row] = await world.database.query<{ owner_id: string; metadata: object }>(
      'select owner_id, metadata from storage.objects where name = $1',
      [name],
    );
    expect(row).toMatchObject({
      owner_id: idOf.member,
      metadata: {
        size: onePixel.length,
        contentLength: onePixel.length,
        mimetype: 'image/png',
        httpStatusCode: 200,
      },
    });
  });

  test('bytes, text, streams and blobs arrive as they were sent', async () => {
    const bodies: Record<string, [unknown, string]> = {
      'a.txt': ['bonjou', 'bonjou'],
      'b.bin': [Buffer.from('bytes'), 'bytes'],
      'c.bin': [new TextEncoder().encode('array').buffer, 'array'],
      'd.txt': [new Blob(['blob'], { type: 'text/plain' }), 'blob'],
      'e.txt': [Readable.toWeb(Readable.from([Buffer.from('web '), Buffer.from('stream')])), 'web stream'],
      'f.txt': [new Blob([], { type: 'text/plain' }), ''],
      'g.txt': ['', ''],
    };
    for (const [name, [body, expected]] of Object.entries(bodies)) {
      const { error } = await desk().upload(`kinds/${name}`, body as never);
      expect(error, name).toBeNull();
      expect(await textOf(`kinds/${name}`), name).toBe(expected);
    }
  });

  test('a file that contains what looks like a form boundary arrives whole', async () => {
    const content = `\r\n--\r\n------WebKitFormBoundary\r\n${'\r\n--'.repeat(50_000)}`;
    await desk().upload('tricky.txt', new Blob([content], { type: 'text/plain' }));
    expect(await textOf('tricky.txt')).toBe(content);
  });

  test('the headers of a plain upload are stored: type, cache and metadata', async () => {
    const options = { contentType: 'application/json', cacheControl: '7', metadata: { by: 'hand' } };
    await desk().upload('bare.json', Buffer.from('{}'), options);
    expect((await desk().info('bare.json')).data).toMatchObject({
      contentType: 'application/json',
      cacheControl: 'max-age=7',
      metadata: { by: 'hand' },
      etag: '"99914b932bd37a50b983c5e7c90ae93b"',
    });
  });

  test('a name can be used once, unless the upload replaces it', async () => {
    const first = await desk().upload('once.txt', 'first');
    const again = await desk().upload('once.txt', 'second');
    expect(again.error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    });
    expect(await textOf('once.txt')).toBe('first');
    const replaced = await desk().upload('once.txt', 'third', { upsert: true });
    expect(replaced.data?.id).toBe(first.data?.id);
    expect(await textOf('once.txt')).toBe('third');
    expect((await desk().update('once.txt', 'fourth')).error).toBeNull();
    expect(await textOf('once.txt')).toBe('fourth');
  });

  test('a replaced version leaves no file behind', async () => {
    for (const body of ['1', '2', '3']) await desk().upload('versions.txt', body, { upsert: true });
    await Promise.all(
      ['4', '5', '6', '7'].map((body) => desk().upload('versions.txt', body, { upsert: true })),
    );
    const kept = await Array.fromAsync(world.storage.store.list());
    expect(kept.filter(({ name }) => name === 'versions.txt')).toHaveLength(1);
  });
});

describe('reading', () => {
  test('exists tells whether an object is there', async () => {
    await desk().upload('here.txt', 'x');
    expect((await desk().exists('here.txt')).data).toBe(true);
    const { data, error } = await desk().exists('elsewhere.txt');
    expect(data).toBe(false);
    expect(error).toMatchObject({ code: 'NoSuchKey', statusCode: '404' });
  });

  test('a missing object has the error that the official client expects', async () => {
    const { error } = await desk().download('nothing.txt');
    expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' });
    const answer = await world.fetch('/object/desk/nothing.txt', { as: 'service' });
    expect(await answer.json()).toEqual({
      statusCode: '404',
      code: 'NoSuchKey',
      error: 'not_found',
      message: 'Object not found',
    });
  });

  test('all three addresses lead to the same object', async () => {
    await desk().upload('three ways/a (1).txt', 'same');
    for (const path of ['/object/desk', '/object/authenticated/desk']) {
      const answer = await world.fetch(`${path}/three ways/a (1).txt`, { as: 'service' });
      expect(await answer.text()).toBe('same');
    }
    expect((await world.fetch('/object/public/desk/three ways/a (1).txt')).status).toBe(400);
  });
});

describe('listing', () => {
  const names = (entries: { name: string }[] | null) => entries?.map(({ name }) => name);
  beforeAll(async () => {
    for (const name of [
      'folder/b.txt',
      'folder/a.txt',
      'folder/sub/x.txt',
      'folder/sub/y.txt',
      'folder/other/z.txt',
    ]) {
      await desk().upload(name, name);
    }
  });

  test('a folder shows its folders and files by name, a hundred at most', async () => {
    const { data } = await desk().list('folder');
    expect(names(data)).toEqual(['other', 'sub', 'a.txt', 'b.txt']);
    expect(data?.[0]).toMatchObject({ id: null, metadata: null });
    expect(data?.[2]).toMatchObject({
      id: expect.any(String),
      metadata: { size: 12, mimetype: expect.any(String) },
    });
    for (let at = 0; at < 101; at += 1) await desk().upload(`many/${String(at).padStart(3, '0')}`, 'x');
    const bare = await world.fetch('/object/list/desk', {
      as: 'service',
      method: 'POST',
      body: JSON.stringify({ prefix: 'many' }),
    });
    const page = (await bare.json()) as { name: string }[];
    expect(page).toHaveLength(100);
    expect(page[0]?.name).toBe('000');
  });

  test('a list is paginated, sorted and searched', async () => {
    expect(names((await desk().list('folder', { limit: 2, offset: 1 })).data)).toEqual(['sub', 'a.txt']);
    const turned = await desk().list('folder', { sortBy: { column: 'name', order: 'desc' } });
    expect(names(turned.data)).toEqual(['sub', 'other', 'b.txt', 'a.txt']);
    expect(names((await desk().list('folder', { search: 'a' })).data)).toEqual(['a.txt']);
    expect(names((await desk().list('nowhere')).data)).toEqual([]);
  });

  test('list v2 continues from its cursor, in every order', async () => {
    for (const order of ['asc', 'desc'] as const) {
      for (const column of ['name', 'created_at'] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const { data, error } = await desk().listV2({
            prefix: 'folder/',
            limit: 2,
            sortBy: { column, order },
            ...(cursor ? { cursor } : {}),
          });
          expect(error).toBeNull();
          seen.push(...(data?.objects ?? []).map(({ name }) => name));
          cursor = data?.nextCursor;
          expect(data?.hasNext).toBe(cursor !== undefined);
        } while (cursor);
        const written = [
          'folder/b.txt',
          'folder/a.txt',
          'folder/sub/x.txt',
          'folder/sub/y.txt',
          'folder/other/z.txt',
        ];
        const expected = column === 'name' ? written.sort() : written;
        expect(seen, `${column} ${order}`).toEqual(order === 'asc' ? expected : expected.toReversed());
      }
    }
  });

  test('list v2 shows folders with a delimiter', async () => {
    const { data } = await desk().listV2({ prefix: 'folder/', with_delimiter: true });
    expect(data?.folders).toEqual([
      { key: 'folder/other', name: 'folder/other/' },
      { key: 'folder/sub', name: 'folder/sub/' },
    ]);
    expect(names(data?.objects ?? null)).toEqual(['folder/a.txt', 'folder/b.txt']);
    expect((await desk().listV2({ cursor: 'invented' })).error?.statusCode).toBe('400');
  });
});

describe('moving, copying, removing', () => {
  test('a moved object is at its new place and not at its old one', async () => {
    await desk().upload('move/from.txt', 'travel', { metadata: { kept: true } });
    const { data } = await desk().move('move/from.txt', 'moved/to/here.txt');
    expect(data?.message).toBe('Successfully moved');
    expect(await textOf('moved/to/here.txt')).toBe('travel');
    expect((await desk().info('moved/to/here.txt')).data?.metadata).toEqual({ kept: true });
    expect((await desk().exists('move/from.txt')).data).toBe(false);
  });

  test('a copy is independent, also in another bucket', async () => {
    await world.as('service').createBucket('drawer');
    await desk().upload('copy/from.txt', 'twice', { metadata: { kept: true } });
    expect((await desk().copy('copy/from.txt', 'copy/to.txt')).data).toEqual({ path: 'desk/copy/to.txt' });
    const across = await desk().copy('copy/from.txt', 'b.txt', { destinationBucket: 'drawer' });
    expect(across.data).toEqual({ path: 'drawer/b.txt' });
    await desk().remove(['copy/from.txt']);
    expect(await textOf('copy/to.txt')).toBe('twice');
    const drawer = world.as('service').from('drawer');
    expect(await (await drawer.download('b.txt')).data?.text()).toBe('twice');
    expect((await drawer.info('b.txt')).data?.metadata).toEqual({ kept: true });
    const back = await drawer.move('b.txt', 'back.txt', { destinationBucket: 'desk' });
    expect(back.error).toBeNull();
    expect(await textOf('back.txt')).toBe('twice');
  });

  test('a copy can have another type and cache, if its content fits', async () => {
    await desk().upload('note.txt', 'note', { metadata: { old: 1 } });
    const metadata = { mimetype: 'text/markdown', cacheControl: 'max-age=9' };
    await desk().copy('note.txt', 'note.md', { copyMetadata: false, metadata });
    expect((await desk().info('note.md')).data).toMatchObject({
      contentType: 'text/markdown',
      cacheControl: 'max-age=9',
      metadata: {},
    });
    const lie = { copyMetadata: false as const, metadata: { mimetype: 'image/png' } };
    expect((await desk().copy('note.txt', 'note.png', lie)).error?.statusCode).toBe('415');
  });

  test('an object cannot be moved or copied onto an existing one, nor from a missing one', async () => {
    await desk().upload('there.txt', 'there');
    await desk().upload('other.txt', 'other');
    expect((await desk().move('other.txt', 'there.txt')).error).toMatchObject({ statusCode: '409' });
    expect((await desk().copy('other.txt', 'there.txt')).error).toMatchObject({ statusCode: '409' });
    expect((await desk().move('ghost.txt', 'x.txt')).error).toMatchObject({ statusCode: '404' });
    expect((await desk().copy('ghost.txt', 'x.txt')).error).toMatchObject({ statusCode: '404' });
    expect(await textOf('there.txt')).toBe('there');
    expect(await textOf('other.txt')).toBe('other');
  });

  test('many are removed at once; missing ones are not in the result', async () => {
    for (const name of ['r/1', 'r/2', 'r/3']) await desk().upload(name, name);
    const { data } = await desk().remove(['r/1', 'r/3', 'r/9']);
    expect(data?.map(({ name }) => name).sort()).toEqual(['r/1', 'r/3']);
    expect((await desk().list('r')).data?.map(({ name }) => name)).toEqual(['2']);
    const one = await world.fetch('/object/desk/r/2', { as: 'service', method: 'DELETE' });
    expect(await one.json()).toEqual({ message: 'Successfully deleted' });
    const kept = await Array.fromAsync(world.storage.store.list());
    expect(kept.filter(({ name }) => name.startsWith('r/'))).toEqual([]);
  });
});

test('the server logged no errors during these tests', () => {
  expect(world.problems).toEqual([]);
});

import type { Person } from './person.ts';

/** Of the demo world. */
const ADMIN = { email: 'admin@lakou.test', password: 'lakou-demo' };
/** As in web/src/features/admin/media/upload-file.ts. */
const CHUNK_BYTES = 6 * 1024 * 1024;
/** What an editor's line sends: 4 Mbit/s. */
const BYTES_PER_SECOND = 500_000;

const TUS = { 'tus-resumable': '1.0.0' };

/** Makes a draft and uploads its film in parts, as the admin area does. The server then prepares it. */
export async function edit(person: Person): Promise<void> {
  const { visitor, world, pace } = person;
  const { video } = world;
  if (!video) return;
  // An access token does not last for a long run.
  await person.signIn(ADMIN);
  await person.open('/admin/movies/new');
  const made = await visitor.post(
    'write',
    '/rest/v1/movies?select=id',
    { title: 'Yon fim tou nèf', published: false },
    { headers: { prefer: 'return=representation' } },
  );
  const [{ id } = { id: '' }] = JSON.parse(made.body.toString()) as { id: string }[];
  await person.open(`/admin/movies/${id}`);

  const place = await createUpload(person, `movies/${id}.mp4`, video.length);
  for (let at = 0; at < video.length; at += CHUNK_BYTES) {
    await visitor.send('upload', place, {
      method: 'PATCH',
      headers: {
        ...TUS,
        ...visitor.authorization(),
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(at),
      },
      body: video.subarray(at, at + CHUNK_BYTES),
      bytesPerSecond: BYTES_PER_SECOND * pace,
    });
  }
  await person.pause(60_000);
}

/** The path of an upload in parts. */
async function createUpload(person: Person, name: string, length: number): Promise<string> {
  const { visitor } = person;
  const metadata = {
    bucketName: 'movies',
    objectName: name,
    contentType: 'video/mp4',
    cacheControl: '3600',
    fileName: 'fim.mp4',
  };
  const answer = await visitor.send('write', '/storage/v1/upload/resumable', {
    method: 'POST',
    headers: {
      ...TUS,
      ...visitor.authorization(),
      'x-upsert': 'true',
      'upload-length': String(length),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });
  return new URL(answer.headers.location ?? '', person.world.url).pathname;
}

import { randomUUID } from 'node:crypto';
import { BUSIEST_MEMBER } from '../../bench/big-world/ids.ts';
import { onePixel } from '../support/one-pixel.ts';
import type { PlanClient } from './plan-client.ts';

/** Files are uploaded, listed, moved, linked and removed. */
export async function driveStorage(client: PlanClient): Promise<void> {
  const as = 'admin';
  const name = `plans/${randomUUID()}.png`;
  const headers = { 'content-type': 'image/png' };
  const put = (at: string) =>
    client.must('POST', `/storage/v1/object/artwork/${at}`, { as, body: onePixel, headers });
  await put(name);
  await client.must('GET', `/storage/v1/object/info/artwork/${name}`, { as });
  for (const bucket of ['profile-images', 'movies']) {
    await client.must('POST', `/storage/v1/object/list/${bucket}`, { as, body: { prefix: '', limit: 20 } });
    await client.must('POST', `/storage/v1/object/list-v2/${bucket}`, {
      as,
      body: { prefix: 'movies/', limit: 20 },
    });
  }
  await client.must('POST', '/storage/v1/object/list/profile-images', {
    as: 'busiest',
    body: { prefix: BUSIEST_MEMBER, limit: 20 },
  });
  await client.must('POST', `/storage/v1/object/sign/artwork/${name}`, { as, body: { expiresIn: 60 } });
  await client.must('POST', `/storage/v1/object/upload/sign/artwork/plans/${randomUUID()}.png`, {
    as,
    body: {},
  });
  const copy = `plans/${randomUUID()}.png`;
  await client.must('POST', '/storage/v1/object/copy', {
    as,
    body: { bucketId: 'artwork', sourceKey: name, destinationKey: copy },
  });
  const moved = `plans/${randomUUID()}.png`;
  await client.must('POST', '/storage/v1/object/move', {
    as,
    body: { bucketId: 'artwork', sourceKey: copy, destinationKey: moved },
  });
  await client.must('DELETE', '/storage/v1/object/artwork', { as, body: { prefixes: [name, moved] } });
  const bucket = `plans-${randomUUID()}`;
  await client.must('POST', '/storage/v1/bucket', {
    as: 'service',
    body: { id: bucket, name: bucket, public: false },
  });
  await client.must('POST', `/storage/v1/bucket/${bucket}/empty`, { as: 'service', body: {} });
  await client.must('DELETE', `/storage/v1/bucket/${bucket}`, { as: 'service' });
}

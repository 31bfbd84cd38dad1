import { admin } from '@lakou/contract/messages/admin/en';
import { expect, test } from 'vitest';
import { jobHandlers } from './job-handlers.ts';

test('every kind of job has a name in the admin area', () => {
  const nameless = Object.keys(jobHandlers).filter((kind) => !(`job_${kind}` in admin));
  expect(nameless).toEqual([]);
});

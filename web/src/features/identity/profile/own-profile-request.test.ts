import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';
import { createQueryClient } from '#lib/database.ts';
import { ownProfileAddress } from './own-profile-request.ts';
import { ownProfile } from './read-profile.ts';

test('the request before the app is the one that the app sends', async () => {
  const sent: string[] = [];
  const database = new PostgrestClient('http://lakou.test/rest/v1', {
    fetch: async (input) => {
      sent.push(String(input));
      return Response.json([{ id: 'member' }]);
    },
  });
  const client = createQueryClient(async () => database);
  await client.fetchQuery(ownProfile('member'));
  expect(sent).toEqual([`http://lakou.test${ownProfileAddress('member')}`]);
});

import type { Database } from '@lakou/contract/database-types';
import type { SupabaseClient } from '@supabase/supabase-js';

/** Files, then the login, with which the rest goes. What was uploaded in between is removed after it. */
export async function deletePerson(service: SupabaseClient<Database>, person: string): Promise<void> {
  await removeFiles(service, person);
  const { error } = await service.auth.admin.deleteUser(person);
  if (error) throw new Error(`the account could not be deleted: ${error.message}`);
  await removeFiles(service, person);
}

async function removeFiles(service: SupabaseClient<Database>, person: string): Promise<void> {
  for (;;) {
    const { data, error } = await service.rpc('files_of_person', { person }).limit(500);
    if (error) throw new Error(`files_of_person: ${error.message}`);
    const [first] = data;
    if (!first) return;
    const names = data.filter(({ bucket_id }) => bucket_id === first.bucket_id).map(({ name }) => name);
    const removed = await service.storage.from(first.bucket_id).remove(names);
    if (removed.error) throw new Error(`files could not be removed: ${removed.error.message}`);
    // Otherwise we would ask for ever.
    if (removed.data.length === 0) throw new Error(`no file of ${first.bucket_id} could be removed`);
  }
}

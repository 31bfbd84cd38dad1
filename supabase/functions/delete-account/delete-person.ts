import type { Client } from '../_shared/clients.ts';

/** Files first, then the login, which cascades to the rest. Files uploaded in between are removed last. */
export async function deletePerson(service: Client, person: string): Promise<void> {
  await removeFiles(service, person);
  const { error } = await service.auth.admin.deleteUser(person);
  if (error) throw new Error(`the account could not be deleted: ${error.message}`);
  await removeFiles(service, person);
}

async function removeFiles(service: Client, person: string): Promise<void> {
  for (;;) {
    const { data, error } = await service.rpc('files_of_person', { person }).limit(500);
    if (error) throw new Error(`files_of_person: ${error.message}`);
    const [first] = data;
    if (!first) return;
    const names = data.filter(({ bucket_id }) => bucket_id === first.bucket_id).map(({ name }) => name);
    const removed = await service.storage.from(first.bucket_id).remove(names);
    if (removed.error) throw new Error(`files could not be removed: ${removed.error.message}`);
    // Without this check the loop would not end.
    if (removed.data.length === 0) throw new Error(`no file of ${first.bucket_id} could be removed`);
  }
}

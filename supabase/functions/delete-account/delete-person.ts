import type { Client } from '../_shared/clients.ts';

/** Afterwards nobody can sign in. An account with very many rows is closed, and a job deletes them and the login. */
export async function deletePerson(service: Client, person: string): Promise<void> {
  await removeFiles(service, person);
  const { data: closed, error } = await service.rpc('close_large_account', { person });
  if (error) throw new Error(`close_large_account: ${error.message}`);
  if (!closed) await deleteLogin(service, person);
}

/** The login, which cascades to the rest. Files uploaded meanwhile are removed last. */
export async function deleteLogin(service: Client, person: string): Promise<void> {
  const { error } = await service.auth.admin.deleteUser(person);
  if (error && error.code !== 'user_not_found') {
    throw new Error(`the account could not be deleted: ${error.message}`);
  }
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

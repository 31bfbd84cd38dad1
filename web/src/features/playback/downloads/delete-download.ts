import { supabase } from '#lib/supabase.ts';
import type { Download } from './download.ts';
import { readDevice, removeDownload } from './download-store.ts';
import { deleteFiles } from './film-files.ts';

/** Here at once. The server is told if it can be reached; else the next contact does it. */
export async function deleteDownload({ id, owner, stream }: Download): Promise<void> {
  await removeDownload(id);
  await deleteFiles(id);
  const device = await readDevice(owner);
  if (device && stream) await releaseDownload(device.id, stream).catch(() => {});
}

export async function releaseDownload(device: string, stream_id: string): Promise<void> {
  const { error } = await (await supabase()).rpc('release_download', { device, stream_id });
  if (error) throw error;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, vi } from 'vitest';
import type { Database } from '../../contract/src/database-types.ts';
import type { LakouProcess } from './lakou-process.ts';

export type Job = Database['public']['Tables']['media_jobs']['Row'];

/** The demo's admin at a running server, and helpers to read films and jobs there. */
export async function filmServer(server: LakouProcess) {
  const { anonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { anonKey: string };
  const admin: SupabaseClient<Database> = createClient<Database>(server.url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await admin.auth.signInWithPassword({
    email: 'admin@lakou.test',
    password: 'lakou-demo',
  });
  if (error) throw error;
  const folder = (name: string) => {
    const path = join(server.dataFolder, name);
    return existsSync(path) ? readdirSync(path) : [];
  };

  async function newestJob(movie: string): Promise<Job | undefined> {
    const jobs = admin.from('media_jobs').select('*').eq('movie_id', movie);
    const answer = await jobs.order('created_at', { ascending: false }).limit(1);
    return answer.data?.[0];
  }
  return {
    admin,
    token: data.session.access_token,
    newestJob,
    /** Creates an empty draft. */
    async newMovie(title: string): Promise<string> {
      const answer = await admin.from('movies').insert({ title }).select('id').single();
      if (answer.error) throw answer.error;
      return answer.data.id;
    },
    /** Uploads as the specification's form does. */
    async upload(movie: string, file: string | Uint8Array): Promise<string> {
      const path = `movies/${movie}.mp4`;
      const bytes = typeof file === 'string' ? readFileSync(file) : file;
      const options = { upsert: true, cacheControl: '3600', contentType: 'video/mp4' };
      const stored = await admin.storage.from('movies').upload(path, bytes, options);
      if (stored.error) throw stored.error;
      const linked = await admin.from('movies').update({ video_url: path }).eq('id', movie);
      if (linked.error) throw linked.error;
      return path;
    },
    async until(movie: string, wanted: (job: Job) => boolean, ms = 240_000): Promise<Job> {
      let job: Job | undefined;
      await vi.waitFor(
        async () => {
          job = await newestJob(movie);
          expect(job && wanted(job), JSON.stringify(job)).toBe(true);
        },
        { timeout: ms, interval: 100 },
      );
      return job as Job;
    },
    async movie(id: string) {
      const answer = await admin.from('movies').select('*').eq('id', id).single();
      if (answer.error) throw answer.error;
      return answer.data;
    },
    /** Running and finished jobs. */
    workFolders: () => folder('tmp/ingest'),
    streams: () => folder('streams'),
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LakouProcess, startLakou } from '../../tests/support/lakou-process.ts';
import { startNginx } from '../../tests/support/nginx.ts';
import {
  newDatabase,
  type OwnPostgres,
  sparePort,
  startOwnPostgres,
} from '../../tests/support/postgres-server.ts';
import { addFilm } from './add-film.ts';
import { cpuSeconds } from './cpu.ts';
import type { SetupName } from './setup-names.ts';

const DELIVERY_SECRET = 'a-secret-of-nginx-and-its-processes';

export interface Setup {
  url: string;
  /** The film that everybody watches. */
  film: string | undefined;
  /** Processor seconds so far, by part. */
  cpu(): Record<string, number>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL, the processes and nginx as `docs/operation/several-processes.md` has them, on this machine. */
export async function startSetup(name: SetupName): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-load-'));
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    const databases = await startDatabases(name, stops);
    const isBehindNginx = name.startsWith('two');
    const port = isBehindNginx ? await sparePort() : undefined;
    const env = {
      ...databases.env,
      DATA_DIR: folder,
      INGEST: 'off',
      LOG_LEVEL: 'error',
      AUTH_LIMITS: 'signUps=off,signIns=off,mails=off',
      ...(port && { PUBLIC_URL: `http://127.0.0.1:${port}`, TRUSTED_PROXIES: '1', DELIVERY_SECRET }),
    };
    const servers: LakouProcess[] = [];
    for (let n = 0; n < (isBehindNginx ? 2 : 1); n += 1) {
      const own = await sparePort();
      const server = await startLakou({ ...env, PORT: String(own) }, { measured: true });
      stops.push(() => server.stop());
      servers.push({ ...server, url: `http://127.0.0.1:${own}` });
    }
    // As docs/operation/several-processes.md has it: films are prepared by a process that serves nobody.
    const encoder = await startLakou({ ...env, PORT: '0', INGEST: 'on' }, { measured: true });
    stops.push(() => encoder.stop());
    const film = await addFilm(databases.url, folder);
    let nginxPid: number | undefined;
    if (port !== undefined) {
      const nginx = await startNginx(join(folder, 'nginx'), port, {
        servers: servers.map((server) => server.url),
        deliverySecret: DELIVERY_SECRET,
        streams: join(folder, 'streams'),
      });
      stops.push(() => nginx.stop());
      nginxPid = nginx.pid;
    }
    return {
      url: port ? `http://127.0.0.1:${port}` : (servers[0]?.url ?? ''),
      film,
      cpu: () => ({
        processes: servers.reduce((sum, { child }) => sum + (cpuSeconds(child.pid) ?? 0), 0),
        ...(nginxPid !== undefined && { nginx: cpuSeconds(nginxPid) ?? 0 }),
        encoder: cpuSeconds(encoder.child.pid) ?? 0,
        database: cpuSeconds(databases.primary.pid) ?? 0,
        ...(databases.replica && { replica: cpuSeconds(databases.replica.pid) ?? 0 }),
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDatabases(name: SetupName, stops: (() => Promise<unknown>)[]) {
  // As in production, except for the disk: what waits for it would be the machine's, not ours.
  const primary: OwnPostgres = await startOwnPostgres({ shared_buffers: '256MB' });
  stops.push(() => primary.stop());
  const url = await newDatabase(primary, 'lakou_load');
  if (!name.endsWith('replica')) return { url, primary, replica: undefined, env: { DATABASE_URL: url } };
  const replica = await primary.startReplica();
  stops.push(() => replica.stop());
  const DATABASE_REPLICA_URL = new URL('/lakou_load', replica.url).href;
  return { url, primary, replica, env: { DATABASE_URL: url, DATABASE_REPLICA_URL } };
}

import { mkdir } from 'node:fs/promises';
import { loadSigningKeys } from '@lakou/platform/keys';
import type { Config } from '../../config.ts';
import { listen } from '../../http/listen.ts';
import { openConfiguredDatabase, prepareDatabase } from '../../prepare-database.ts';
import { isReady, serverAddress } from '../../server-address.ts';
import { type RunningServices, startServices } from '../../start-services.ts';
import { SlowStatements } from '../../statements/slow-statements.ts';

export interface ServerConnection {
  url: string;
  serviceKey: string;
  /** False for a server that was started for this connection. */
  running: boolean;
  close(): Promise<void>;
}

/**
 * The server that runs at HOST and PORT; where none runs, one of our own for as long as it takes. The embedded database
 * can be opened by one process at a time, so a running server is reached over HTTP.
 */
export async function connectToServer(config: Config): Promise<ServerConnection> {
  await mkdir(config.dataFolder, { recursive: true });
  const keys = await loadSigningKeys({ folder: config.dataFolder, given: config.jwtKeys });
  const { serviceKey } = keys;
  const url = serverAddress(config);
  if (await isReady(url)) return { url, serviceKey, running: true, close: async () => {} };

  const database = await openConfiguredDatabase(config);
  let services: RunningServices | undefined;
  const http = await listen({ host: '127.0.0.1', port: 0 }, () => services?.app);
  try {
    await prepareDatabase(database, { demo: config.demo });
    const withoutIngest = { ...config, ingest: { ...config.ingest, on: false } };
    const { address: ownUrl, traffic } = http;
    const slowStatements = new SlowStatements(0);
    services = await startServices({
      config: withoutIngest,
      database,
      keys,
      url: ownUrl,
      ownUrl,
      traffic,
      slowStatements,
    });
  } catch (error) {
    await http.close();
    await database.close();
    throw error;
  }
  const started = services;
  return {
    url: http.address,
    serviceKey,
    running: false,
    async close() {
      await started.stop(http.close);
      await database.close();
    },
  };
}

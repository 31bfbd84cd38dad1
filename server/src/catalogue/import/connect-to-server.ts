import { mkdir } from 'node:fs/promises';
import { loadSigningKeys } from '@lakou/platform/tokens/signing-keys';
import type { Config } from '../../config.ts';
import { createServices, type Services } from '../../create-services.ts';
import { listen } from '../../http/listen.ts';
import { agreeOnKeys, openConfiguredDatabase, prepareDatabase } from '../../prepare-database.ts';
import { isReady, serverAddress } from '../../server-address.ts';

export interface ServerConnection {
  url: string;
  serviceKey: string;
  /** It runs by itself, or only for us. */
  running: boolean;
  close(): Promise<void>;
}

/**
 * The house to speak to over HTTP: the server that runs at HOST and PORT; where none runs, one of our own for as long
 * as it takes. The embedded database lets in one process at a time, so there is no other way to a running one.
 */
export async function connectToServer(config: Config): Promise<ServerConnection> {
  await mkdir(config.dataFolder, { recursive: true });
  const keys = await loadSigningKeys({ folder: config.dataFolder, given: config.jwtKeys });
  const { serviceKey } = keys;
  const url = serverAddress(config);
  if (await isReady(url)) return { url, serviceKey, running: true, close: async () => {} };

  const database = await openConfiguredDatabase(config);
  let house: Services | undefined;
  const door = await listen({ host: '127.0.0.1', port: 0 }, () => house?.app);
  try {
    await prepareDatabase(database, { demo: config.demo });
    await agreeOnKeys(database, keys.thumbprint);
    const quiet = { ...config, ingest: { ...config.ingest, on: false } };
    const { address, traffic } = door;
    house = await createServices({ config: quiet, database, keys, url: address, ownUrl: address, traffic });
  } catch (error) {
    await door.close();
    await database.close();
    throw error;
  }
  const opened = house;
  return {
    url: door.address,
    serviceKey,
    running: false,
    async close() {
      await opened.leave();
      await door.close();
      await opened.close();
      await database.close();
    },
  };
}

import { mkdir } from 'node:fs/promises';
import { loadSigningKeys } from '@lakou/platform/tokens/signing-keys';
import type { Config } from '../../config.ts';
import { addressOfHouse, isReady } from '../../house-address.ts';
import { listen } from '../../listen.ts';
import { type OpenHouse, openHouse } from '../../open-house.ts';
import { agreeOnKeys, openHouseDatabase, prepareDatabase } from '../../prepare-database.ts';

export interface ReachedHouse {
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
export async function reachHouse(config: Config): Promise<ReachedHouse> {
  await mkdir(config.dataFolder, { recursive: true });
  const keys = await loadSigningKeys({ folder: config.dataFolder, given: config.jwtKeys });
  const { serviceKey } = keys;
  const url = addressOfHouse(config);
  if (await isReady(url)) return { url, serviceKey, running: true, close: async () => {} };

  const database = await openHouseDatabase(config);
  let house: OpenHouse | undefined;
  const door = await listen({ host: '127.0.0.1', port: 0 }, () => house?.app);
  try {
    await prepareDatabase(database, { demo: config.demo });
    await agreeOnKeys(database, keys.thumbprint);
    const quiet = { ...config, ingest: { ...config.ingest, on: false } };
    const { address, traffic } = door;
    house = await openHouse({ config: quiet, database, keys, url: address, ownUrl: address, traffic });
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

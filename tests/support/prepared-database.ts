import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { copyFolder, makeOnce, templateKey } from './test-template.ts';

/** Each is made from the one before: the migrations take the embedded database half a minute. */
type Kind = 'empty' | 'migrated' | 'demo';

/** The folder of an embedded database, made once per state of the files that it depends on. To be copied. */
export async function preparedDatabase(kind: Kind): Promise<string> {
  const cache = join(import.meta.dirname, '../../.cache');
  mkdirSync(cache, { recursive: true });
  const from = kind === 'demo' ? await preparedDatabase('migrated') : undefined;
  return makeOnce(join(cache, `test-template-${kind}-${templateKey()}`), cache, async (path) => {
    const making = mkdtempSync(join(cache, 'making-database-'));
    try {
      if (from) copyFolder(from, making);
      const database = await openEmbedded({ folder: making });
      try {
        if (kind !== 'empty') {
          const { prepareDatabase } = await import('../../server/src/prepare-database.ts');
          await prepareDatabase(database, { demo: kind === 'demo' });
        }
      } finally {
        await database.close();
      }
      renameSync(making, path);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  });
}

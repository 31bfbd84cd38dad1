/** A process that opens an embedded database, prints `open`, and holds it until it is stopped. */
import { openEmbedded } from '../../platform/src/database/embedded.ts';
import { StartRefused } from '../../platform/src/database/errors.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');

try {
  const database = await openEmbedded({ folder });
  process.once('SIGTERM', () => void database.close().then(() => process.stdout.write('closed\n')));
  process.stdout.write('open\n');
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stdout.write(`refused ${error.message}\n`);
}

// `npm run backup -- <file>`: database, objects, streams and keys in one file, while the server runs or not.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['server/src/backup/back-up.ts', ...process.argv.slice(2)]);

// `npm run backup -- <file>`: database, objects, streams and keys in one file. The server can be running.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['server/src/backup/back-up.ts', ...process.argv.slice(2)]);

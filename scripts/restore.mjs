// `npm run restore -- <file>`: everything from a backup, into an empty data folder. The server must not be running.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['server/src/backup/restore.ts', ...process.argv.slice(2)]);

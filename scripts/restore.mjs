// `npm run restore -- <file>`: everything from such a file, into an empty place. The server must not run meanwhile.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['server/src/backup/restore.ts', ...process.argv.slice(2)]);

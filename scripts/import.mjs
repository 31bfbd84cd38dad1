// `npm run import -- <folder>`: films from a folder become drafts, or the videos of titles of the same name.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['server/src/catalogue/import/import-folder.ts', ...process.argv.slice(2)]);

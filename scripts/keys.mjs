// `npm run keys`: the service key, and tokens for other roles. They are printed here and never served.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['server/src/identity/print-keys.ts', ...process.argv.slice(2)]);

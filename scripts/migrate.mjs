// `npm run migrate`: brings the database to this version and ends. Every start does the same.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['server/src/migrate.ts', ...process.argv.slice(2)]);

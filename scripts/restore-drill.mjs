// `npm run restore-drill`: brings the database back from a base backup and WAL, beside the one that runs, and examines it.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['scripts/restore-drill/restore-drill.ts', ...process.argv.slice(2)]);

// `npm run db:reset`: deletes the demo world and creates it again. Demo mode only; the server must not run meanwhile.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['scripts/reset-database.ts', ...process.argv.slice(2)]);

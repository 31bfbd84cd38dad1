// `npm start`: everything from a fresh clone to a running server. `npm run dev`: the same, restarting on changes.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
const watched = ['contract', 'platform', 'server', 'supabase'].flatMap((folder) => ['--watch-path', folder]);
const watch = process.argv.includes('--watch') ? [...watched, '--watch-preserve-output'] : [];
runWithNode([...watch, 'server/src/main.ts']);

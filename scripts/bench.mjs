// `npm run bench`: the pages that are measured are the ones of today's sources.
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
if (!buildWeb()) process.exit(1);
runWithNode(['bench/run.ts', ...process.argv.slice(2)]);

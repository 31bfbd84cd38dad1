// `npm run bench`: measures the pages of the current sources.
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
if (!buildWeb()) process.exit(1);
runWithNode(['bench/run.ts', ...process.argv.slice(2)]);

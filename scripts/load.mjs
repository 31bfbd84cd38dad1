// `npm run load`: scripted people, more and more of them, until pages are slow or films stand still (docs/operation/growing.md).
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
if (!buildWeb()) process.exit(1);
runWithNode(['bench/load/load.ts', ...process.argv.slice(2)]);

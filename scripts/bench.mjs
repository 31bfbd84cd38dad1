// `npm run bench`: measures the pages of the current sources.
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { ffmpeg, installPackages, requireProgram, runWithNode } from './setup.mjs';
import { findBrowser } from './test-programs.mjs';

installPackages();
if (!buildWeb()) process.exit(1);
requireProgram(ffmpeg);
runWithNode(['bench/run.ts', ...process.argv.slice(2)], { CHROMIUM_PATH: findBrowser() });

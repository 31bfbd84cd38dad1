// `npm run soak`: viewers, posters, payers, members, listeners and an ingest at once, for SOAK_MINUTES (ten). Fails on any 5xx and on growth.
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { ffmpeg, installPackages, requireProgram, runWithNode } from './setup.mjs';

installPackages();
if (!buildWeb()) process.exit(1);
requireProgram(ffmpeg);
runWithNode(['bench/soak/soak.ts']);

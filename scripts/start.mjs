// `npm start`: everything from a fresh clone to a running server.
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { ffmpeg, findOrInstall, installPackages, runWithNode } from './setup.mjs';

installPackages();
if (!buildWeb()) process.exit(1);
// Without it everything works except the encoding of uploaded films; the server logs that.
findOrInstall(ffmpeg);
runWithNode(['server/src/main.ts']);

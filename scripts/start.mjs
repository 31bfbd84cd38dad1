// `npm start`: everything from a fresh clone to a running server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { ffmpeg, findOrInstall, installPackages, root, runWithNode } from './setup.mjs';

installPackages();
if (!buildWeb()) process.exit(1);
// Without it everything works except the encoding of uploaded films; the server logs that.
findOrInstall(ffmpeg);
// Smaller steps of collecting garbage take less memory. glibc keeps freed memory for each thread; with two arenas it is
// given back. The operator's own values win.
const { flags, environment } = JSON.parse(readFileSync(join(root, 'scripts/server-process.json'), 'utf8'));
const given = Object.keys(environment).filter((name) => name in process.env);
const own = Object.fromEntries(given.map((name) => [name, process.env[name]]));
runWithNode([...flags, 'server/src/main.ts'], { ...environment, ...own });

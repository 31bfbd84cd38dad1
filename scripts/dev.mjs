// `npm run dev`: from a fresh clone to a server with Vite inside. Components update in the browser without a reload;
// a changed server file restarts the server.
import { ffmpeg, findOrInstall, installPackages, runWithNode } from './setup.mjs';

installPackages();
// Without it everything works except the encoding of uploaded films; the server logs that.
findOrInstall(ffmpeg);
runWithNode(['scripts/dev-supervisor.mjs'], { NODE_ENV: 'development' });

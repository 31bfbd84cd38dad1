// `npm start`: everything from a fresh clone to a running server. `npm run dev`: the same, following changes.
import { watch } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { ffmpeg, findOrInstall, installPackages, root, runWithNode } from './setup.mjs';

const following = process.argv.includes('--watch');
installPackages();
if (!buildWeb() && !following) process.exit(1);
// Without it everything works but the preparing of uploaded films; the server says so.
findOrInstall(ffmpeg);

const folders = ['contract', 'platform', 'media', 'server', 'supabase', 'web/build/server'];
const flags = following
  ? [...folders.flatMap((folder) => ['--watch-path', folder]), '--watch-preserve-output']
  : [];
if (following) followWeb();
runWithNode([...flags, 'server/src/main.ts']);

/** The server starts again by itself when the built pages change. */
function followWeb() {
  let soon;
  for (const folder of ['web/src', 'web/public', 'contract/src']) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(soon);
      soon = setTimeout(buildWeb, 150);
    });
  }
}

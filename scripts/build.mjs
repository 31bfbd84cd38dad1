// `npm run build`: packages and web app, ready for `server/src/main.ts` to be started by whatever starts services.
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { installPackages } from './setup.mjs';

installPackages();
process.exit(buildWeb() ? 0 : 1);

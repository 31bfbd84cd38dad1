// `npm run build`: packages and web app, ready for a service manager to start `server/src/main.ts`.
import process from 'node:process';
import { buildWeb } from './build-web.mjs';
import { installPackages } from './setup.mjs';

installPackages();
process.exit(buildWeb() ? 0 : 1);

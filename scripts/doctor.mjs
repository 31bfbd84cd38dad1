// `npm run doctor`: says what is wrong with this installation, and how to fix it.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(['scripts/doctor/doctor.ts', ...process.argv.slice(2)]);

// Runs one of the project's TypeScript files with the project's own Node.
import { installPackages, runWithNode } from './setup.mjs';

installPackages();
runWithNode(process.argv.slice(2));

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { clientMethodsDocument } from './client-methods/write-document.ts';

/** `npm run client-methods` writes docs/client-methods.md. */
const root = resolve(import.meta.dirname, '..');
writeFileSync(resolve(root, 'docs/client-methods.md'), clientMethodsDocument(root));

import { catalogueHome } from './catalogue-home/ht.ts';
import { shell } from './shell/ht.ts';

/** What home and the frame around every page use. */
export const messages = { catalogue: catalogueHome, shell };

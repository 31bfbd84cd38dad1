import { catalogueHome } from './catalogue-home/en.ts';
import { shell } from './shell/en.ts';

/** What home and the frame around every page use. */
export const messages = { catalogue: catalogueHome, shell };

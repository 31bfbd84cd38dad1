import { catalogueHome } from './catalogue-home/fr.ts';
import { shell } from './shell/fr.ts';

/** What home and the frame around every page use. */
export const messages = { catalogue: catalogueHome, shell };

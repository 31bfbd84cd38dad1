import { missing, readInBrowser } from '#lib/preload.ts';
import { NotFoundView } from './not-found-view.tsx';

export const loader = missing;
export const clientLoader = readInBrowser;

export default NotFoundView;

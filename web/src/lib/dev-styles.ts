import '#styles/app.css';
import { loadFonts, showLoadedFonts } from './fonts.ts';

/** In development Vite adds the stylesheet and updates it in place; the server's copy would keep removed rules. */
document.head
  .querySelector<HTMLStyleElement>('style:not([data-vite-dev-id])')
  ?.setAttribute('media', 'not all');
void loadFonts().then(showLoadedFonts);

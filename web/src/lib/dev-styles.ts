import '#styles/app.css';

/** In development Vite adds the stylesheet and updates it in place; the server's copy would keep removed rules. */
document.head
  .querySelector<HTMLStyleElement>('style:not([data-vite-dev-id])')
  ?.setAttribute('media', 'not all');

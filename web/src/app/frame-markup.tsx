import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { createQueryClient } from '#lib/database.ts';
import { type InitialState, Providers } from '#lib/providers.tsx';
import { writeHint } from '#lib/session-hint.ts';
import { FooterContent } from './footer.tsx';
import { HeaderContent } from './header.tsx';
import { bottomLinks, hasBottomNavigation, headerLinks } from './navigation.ts';

/** What is inside of header and footer, as HTML. */
export interface FrameMarkup {
  header: string;
  footer: string;
}

const known = new Map<string, FrameMarkup>();
/** More than languages, themes, roles and links can make. */
const MOST = 1000;

/**
 * For the server: header and footer are rendered once for all pages with the same language, theme, role and current link.
 * They have no Suspense and no `useId`, so the browser's rendering finds the very same elements.
 */
export function frameMarkup(pathname: string, initial: Omit<InitialState, 'queries'>): FrameMarkup {
  const { language, theme, hint } = initial;
  const location = currentLink(pathname, hint);
  const key = [location, language, theme, writeHint(hint), new Date().getFullYear()].join(' ');
  const ready = known.get(key);
  if (ready) return ready;
  const render = (content: React.ReactNode) =>
    renderToString(
      <Providers initial={{ ...initial, queries: createQueryClient(noDatabase) }}>
        <StaticRouter location={location}>{content}</StaticRouter>
      </Providers>,
    );
  const markup = { header: render(<HeaderContent />), footer: render(<FooterContent />) };
  if (known.size >= MOST) known.clear();
  known.set(key, markup);
  return markup;
}

/** As which header and footer are rendered: all paths on which they are the same share one. */
function currentLink(pathname: string, hint: InitialState['hint']): string {
  const path = pathname.toLowerCase();
  const section = `/${path.split('/')[1]}`;
  if (!hasBottomNavigation(path)) return '/payment';
  const isInHeader = headerLinks(hint).some(({ to }) => to === section);
  if (isInHeader || section === '/forum') return section;
  return bottomLinks(hint).some(({ to }) => to === path.replace(/\/$/, '')) ? path : '/none';
}

async function noDatabase(): Promise<never> {
  throw new Error('header and footer read nothing on the server');
}

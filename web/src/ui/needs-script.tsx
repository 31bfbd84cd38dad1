import { Link, useLocation } from 'react-router';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from './alert.tsx';

const WORKING = [
  { to: '/categories', name: 'shell.categories' },
  { to: '/series', name: 'shell.series' },
  { to: '/search', name: 'shell.search' },
  { to: '/forum', name: 'shell.forum' },
  { to: '/faq', name: 'shell.faq' },
  { to: '/contact', name: 'shell.contact_us' },
] as const;

/** In place of what only works with JavaScript: says so, and leads to what works without. */
export function NeedsScript() {
  const t = useTranslations();
  const { pathname } = useLocation();
  const { signedIn } = useAppearance();
  const signIn = { to: `/login?${new URLSearchParams({ next: pathname })}`, name: 'shell.sign_in' } as const;
  return (
    <noscript>
      <Alert title={t('shell.needs_script')} className="m-4 text-start text-text">
        <p>{t('shell.needs_script_text')}</p>
        <ul className="flex flex-wrap gap-x-5">
          {[...(signedIn ? [] : [signIn]), ...WORKING].map(({ to, name }) => (
            <li key={to}>
              <Link to={to} discover="none" className="footer-link underline">
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
      </Alert>
    </noscript>
  );
}

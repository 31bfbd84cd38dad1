import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { LanguageChoice } from '#ui/language-choice.tsx';
import { ThemeChoice } from '#ui/theme-choice.tsx';
import { membersFooterLinks } from './navigation.ts';

/** Short: members know the way, and on phones the menu has the rest. */
export function MembersFooter() {
  const t = useTranslations();
  return (
    <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-4">
      <ul aria-label={t('shell.support')} className="flex flex-wrap gap-x-5">
        {membersFooterLinks.map(({ to, name, isInMenu }) => (
          <li key={to} className={isInMenu ? 'max-lg:hidden' : undefined}>
            <Link to={to} discover="none" className="footer-link">
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Link to="/accessibility" discover="none" className="footer-link text-sm">
          {t('shell.accessibility')}
        </Link>
        <p className="me-3 text-sm text-soft">{t('shell.rights', { year: new Date().getFullYear() })}</p>
        <div className="flex flex-wrap gap-3 max-lg:hidden">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </div>
    </div>
  );
}

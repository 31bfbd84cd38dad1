import { useContext } from 'react';
import { Link } from 'react-router';
import { PageFrameContext, useSettings } from '#lib/page-frame.ts';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { WordmarkCopy } from '#ui/art/logo.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Icon } from '#ui/icon.tsx';
import { LanguageChoice } from '#ui/language-choice.tsx';
import { ThemeChoice } from '#ui/theme-choice.tsx';
import { BottomNavigation } from './bottom-navigation.tsx';
import { MembersFooter } from './members-footer.tsx';
import { footerColumns } from './navigation.ts';

const socialNames = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'Twitter',
  youtube: 'YouTube',
} as const;

export function Footer() {
  const { footer } = useContext(PageFrameContext);
  const className = 'mt-12 bg-surface md:mt-20';
  if (!footer)
    return (
      <footer id="footer" className={className}>
        <FooterContent />
      </footer>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by frame-markup.tsx.
  return <footer id="footer" className={className} dangerouslySetInnerHTML={{ __html: footer }} />;
}

export function FooterContent() {
  const { signedIn } = useAppearance();
  return (
    <>
      <TaptapBand id="footer-band" className="block h-3 w-full" />
      {signedIn ? <MembersFooter /> : <VisitorsFooter />}
      <BottomNavigation />
    </>
  );
}

function VisitorsFooter() {
  const t = useTranslations();
  const { social } = useSettings();
  const socialLinks = Object.entries(socialNames).flatMap(([kind, name]) => {
    const href = social[kind as keyof typeof socialNames];
    return href ? [{ kind: kind as keyof typeof socialNames, name, href }] : [];
  });
  return (
    <>
      <div className="page-width grid gap-x-8 gap-y-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="grid content-start gap-4">
          <WordmarkCopy of="wordmark" className="h-9 w-auto justify-self-start" />
          <p className="max-w-[34ch] text-soft">{t('shell.blurb')}</p>
          {socialLinks.length > 0 && (
            <ul className="flex gap-1">
              {socialLinks.map(({ kind, name, href }) => (
                <li key={kind}>
                  <a
                    href={href}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="grid size-11 place-items-center rounded-m text-soft hover:text-text"
                  >
                    <Icon name={kind} />
                    <span className="sr-only">
                      {name} {t('shell.opens_new_tab')}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {footerColumns.map(({ heading, links }) => (
          <nav key={heading} aria-label={t(heading)}>
            <h2 className="mb-2 text-lg">{t(heading)}</h2>
            <ul>
              {links.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} discover="none" className="footer-link">
                    {t(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line py-6">
        <p className="text-sm text-soft">{t('shell.rights', { year: new Date().getFullYear() })}</p>
        <div className="flex flex-wrap gap-3">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </div>
    </>
  );
}

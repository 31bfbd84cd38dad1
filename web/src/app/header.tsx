import { PLAIN_SIGN_OUT_PATH } from '@lakou/contract/identity/posted-sign-in';
import { Suspense, useContext, useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { NotificationBell } from '#features/community/notifications/notification-bell.tsx';
import { useSignOut } from '#features/identity/use-sign-out.ts';
import { PageFrameContext } from '#lib/page-frame.ts';
import { lazyWithMessages } from '#lib/page-messages.ts';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Wordmark } from '#ui/art/logo.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LanguageChoice } from '#ui/language-choice.tsx';
import { headerLinks } from './navigation.ts';
import { SearchButton } from './search-button.tsx';

const loadMenu = () => import('./mobile-menu.tsx');
const MobileMenu = lazyWithMessages(loadMenu);

export function Header() {
  const { header } = useContext(PageFrameContext);
  const className = 'sticky top-0 z-40 border-b border-line bg-bg';
  if (!header)
    return (
      <header className={className}>
        <HeaderContent />
      </header>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by frame-markup.tsx.
  return <header className={className} dangerouslySetInnerHTML={{ __html: header }} />;
}

export function HeaderContent() {
  const t = useTranslations();
  const appearance = useAppearance();
  return (
    <div className="page-width flex h-16 items-center gap-2 tv:h-20">
      <Link to="/" className="me-3 inline-flex h-11 items-center rounded-m" aria-label="Lakou">
        <Wordmark id="wordmark" className="h-8 w-auto tv:h-10" />
      </Link>
      <nav aria-label={t('shell.main_navigation')} className="hidden lg:block">
        <ul className="flex items-center">
          {headerLinks(appearance).map(({ to, name }) => (
            <li key={name}>
              <HeaderLink to={to}>{t(name)}</HeaderLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="ms-auto flex items-center gap-1">
        <SearchButton />
        {appearance.signedIn && <NotificationBell />}
        {appearance.signedIn && <PlainSignOut />}
        <span className="hidden sm:inline-flex">
          <LanguageChoice compact />
        </span>
        <div className="hidden items-center gap-1 lg:flex">
          {appearance.signedIn ? <MemberActions /> : <VisitorActions />}
        </div>
        <MenuButton />
      </div>
    </div>
  );
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      end={to === '/'}
      className={({ isActive }) =>
        cx(
          'relative inline-flex h-11 items-center rounded-m px-3 font-medium text-soft hover:text-text',
          isActive &&
            'text-text after:absolute after:inset-x-3 after:bottom-1 after:h-0.5 after:bg-highlight',
        )
      }
    >
      {children}
    </NavLink>
  );
}

function VisitorActions() {
  const t = useTranslations();
  return (
    <>
      <Button variant="quiet" asChild>
        <Link to="/login">{t('shell.sign_in')}</Link>
      </Button>
      <Button asChild>
        <Link to="/register">{t('shell.sign_up')}</Link>
      </Button>
    </>
  );
}

function MemberActions() {
  const t = useTranslations();
  const { signOut, isPending } = useSignOut();
  return (
    <>
      <Link
        to="/profile"
        aria-label={t('shell.profile')}
        title={t('shell.profile')}
        className="grid size-11 place-items-center rounded-m text-soft hover:bg-surface-raised hover:text-text"
      >
        <Icon name="user" />
      </Link>
      <IconButton icon="sign-out" label={t('shell.sign_out')} busy={isPending} onClick={signOut} />
    </>
  );
}

/** For members without JavaScript, at any width. */
function PlainSignOut() {
  const t = useTranslations();
  return (
    <noscript>
      <form method="post" action={PLAIN_SIGN_OUT_PATH}>
        <button type="submit" className={buttonClass({ variant: 'quiet' })}>
          {t('shell.sign_out')}
        </button>
      </form>
    </noscript>
  );
}

/** On narrow screens. The menu is loaded on hover, or at the latest when it opens. */
function MenuButton() {
  const t = useTranslations();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes after a navigation from the menu.
  useEffect(() => setOpen(false), [pathname]);
  return (
    <span className="lg:hidden">
      <ButtonLink
        icon="menu"
        label={t('shell.menu')}
        href="#footer"
        expanded={open}
        onPointerEnter={() => void loadMenu()}
        onPress={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <MobileMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
}

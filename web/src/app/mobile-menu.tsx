import { Link } from 'react-router';
import { useSignOut } from '#features/identity/use-sign-out.ts';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { LanguageChoice } from '#ui/language-choice.tsx';
import { ThemeChoice } from '#ui/theme-choice.tsx';
import { headerLinks, type NavigationLink } from './navigation.ts';

/** The header's links on a phone, and the member's own pages. */
export default function MobileMenu({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const appearance = useAppearance();
  const { signOut, isPending } = useSignOut();
  const own: NavigationLink[] = appearance.signedIn
    ? [
        { to: '/watchlist', name: 'shell.watchlist' },
        { to: '/downloads', name: 'shell.downloads' },
        { to: '/purchases', name: 'commerce.purchases_title' },
        { to: '/gift', name: 'commerce.gift_title' },
        { to: '/redeem', name: 'commerce.redeem_link' },
        { to: '/profile', name: 'shell.profile' },
      ]
    : [
        { to: '/login', name: 'shell.sign_in' },
        { to: '/register', name: 'shell.sign_up' },
      ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('shell.menu')} side="right">
        <nav aria-label={t('shell.main_navigation')}>
          <NavigationList links={headerLinks(appearance)} onClose={onClose} />
          <TaptapBand className="my-3 block h-2 w-full" />
          <NavigationList links={own} onClose={onClose} />
        </nav>
        {appearance.signedIn && (
          <Button variant="outline" className="mt-4 w-full" busy={isPending} onClick={signOut}>
            {t('shell.sign_out')}
          </Button>
        )}
        <div className="mt-6 grid gap-3">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </DialogContent>
    </Dialog>
  );
}

function NavigationList({ links, onClose }: { links: NavigationLink[]; onClose: () => void }) {
  const t = useTranslations();
  return (
    <ul>
      {links.map(({ to, name }) => (
        <li key={name}>
          <Link
            to={to}
            onClick={onClose}
            className="flex min-h-13 items-center rounded-m font-display text-2xl font-[700] tracking-tight"
          >
            {t(name)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

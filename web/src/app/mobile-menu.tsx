import { Link } from 'react-router';
import { useSignOut } from '#features/identity/use-sign-out.ts';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { LanguageChoice } from '#ui/language-choice.tsx';
import { ThemeChoice } from '#ui/theme-choice.tsx';
import { headerPlaces, type Place } from './navigation.ts';

/** The header's places on a phone, and what a thumb looks for there besides. */
export default function MobileMenu({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const appearance = useAppearance();
  const { signOut, busy } = useSignOut();
  const own: Place[] = appearance.signedIn
    ? [
        { to: '/watchlist', name: 'shell.watchlist' },
        { to: '/purchases', name: 'commerce.purchases_title' },
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
          <Places places={headerPlaces(appearance)} onClose={onClose} />
          <TaptapBand className="my-3 block h-2 w-full" />
          <Places places={own} onClose={onClose} />
        </nav>
        {appearance.signedIn && (
          <Button variant="outline" className="mt-4 w-full" busy={busy} onClick={signOut}>
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

function Places({ places, onClose }: { places: Place[]; onClose: () => void }) {
  const t = useTranslations();
  return (
    <ul>
      {places.map(({ to, name }) => (
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

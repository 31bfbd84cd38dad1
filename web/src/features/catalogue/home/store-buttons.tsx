import { useInstallPrompt } from '#lib/install-prompt.ts';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** Links to the configured app stores (P-22), and a button to install this site as an app. */
export function StoreButtons() {
  const t = useTranslations();
  const { stores } = useSettings();
  const install = useInstallPrompt();
  if (!stores.apple && !stores.google && !install) return null;
  return (
    <section
      aria-labelledby="apps"
      className="page-width flex flex-wrap items-center justify-between gap-x-10 gap-y-5"
    >
      <div className="grid gap-1">
        <h2 id="apps" className="text-heading">
          {t('catalogue.app_heading')}
        </h2>
        <p className="text-soft">{t('catalogue.app_text')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {stores.apple && (
          <StoreLink href={stores.apple} icon="store-apple" name={t('catalogue.store_apple')} />
        )}
        {stores.google && (
          <StoreLink href={stores.google} icon="store-play" name={t('catalogue.store_google')} />
        )}
        {install && (
          <Button variant="secondary" size="l" onClick={() => void install()}>
            <Icon name="device" />
            {t('catalogue.install_app')}
          </Button>
        )}
      </div>
    </section>
  );
}

function StoreLink({ href, icon, name }: { href: string; icon: 'store-apple' | 'store-play'; name: string }) {
  const t = useTranslations();
  return (
    <Button variant="secondary" size="l" asChild>
      <a href={href} target="_blank" rel="noopener noreferrer">
        <Icon name={icon} />
        {name}
        <span className="sr-only">{t('shell.opens_new_tab')}</span>
      </a>
    </Button>
  );
}

import { useContext } from 'react';
import { Head } from '#lib/head.tsx';
import { PageFrameContext } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { FILM_PREFIX } from '#service-worker/film-caches.ts';
import { Wordmark } from '#ui/art/logo.tsx';
import { RadioArt } from '#ui/art/radio.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** The service worker shows it at any address, so the app must not wake up in it: plain links, and a few lines of script. */
export const handle = { static: true };

const GO_ON = `{
  const again = () => location.reload();
  addEventListener('online', again);
  document.getElementById('again').addEventListener('click', again);
  caches.keys().then((names) => {
    document.getElementById('downloads').hidden = !names.some((name) => name.startsWith('${FILM_PREFIX}'));
  });
}`;

export default function Offline() {
  const t = useTranslations();
  const { nonce } = useContext(PageFrameContext);
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr] items-center">
      <Head title={t('shell.offline_page')} hidden />
      <div className="page-width flex h-16 items-center">
        <a href="/" aria-label="Lakou" className="inline-flex h-11 items-center rounded-m">
          <Wordmark className="h-8 w-auto" />
        </a>
      </div>
      <EmptyState
        level={1}
        art={<RadioArt className="h-64" />}
        title={t('shell.offline_page')}
        text={t('shell.offline_page_text')}
        action={
          <>
            <Button id="again">{t('shell.retry')}</Button>
            <Button variant="secondary" asChild>
              <a href="/downloads" id="downloads" hidden>
                {t('shell.downloads')}
              </a>
            </Button>
            <Button variant="outline" asChild>
              <a href="/">{t('shell.return_home')}</a>
            </Button>
          </>
        }
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own lines. */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: GO_ON }} />
    </main>
  );
}

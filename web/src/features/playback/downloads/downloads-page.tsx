import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { megabytes } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { SignInLink } from '#lib/sign-in.tsx';
import { storedUserId } from '#lib/stored-session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { canDownload } from './can-download.ts';
import { contact } from './continue-downloads.ts';
import { DownloadDevices } from './download-devices.tsx';
import { DownloadRow } from './download-row.tsx';
import { DownloadSwitches } from './download-switches.tsx';
import { useFreeSpace } from './free-space.ts';
import { ImportFilms } from './import-films.tsx';
import { OtherDownloads } from './other-downloads.tsx';
import { type DownloadView, useDownloads } from './use-downloads.ts';
import { warmPlayer } from './warm-player.ts';

/** What this browser keeps, for the member who is signed in; works without a connection. */
export function DownloadsPage() {
  const t = useTranslations();
  const downloads = useDownloads();
  const owner = useOwner();
  useContact(owner);
  if (owner === undefined || (downloads === undefined && owner !== null))
    return (
      <>
        <NeedsScript />
        <Skeleton className="h-64 noscript:hidden" />
      </>
    );
  if (owner === null)
    return (
      <EmptyState
        art={<LazyIllustration of="radio" className="h-48" />}
        title={t('playback.downloads_sign_in')}
        text={t('playback.downloads_sign_in_text')}
        action={
          <Button asChild>
            <SignInLink>{t('shell.login')}</SignInLink>
          </Button>
        }
      />
    );
  if (!downloads || !canDownload())
    return (
      <EmptyState
        title={t('playback.downloads_unsupported')}
        text={t('playback.downloads_unsupported_text')}
      />
    );
  const own = downloads.filter((download) => download.owner === owner);
  return (
    <div className="grid gap-10">
      {own.length > 0 ? <OwnDownloads downloads={own} /> : <NoDownloads />}
      <ImportFilms owner={owner} />
      <OtherDownloads downloads={downloads.filter((download) => download.owner !== owner)} />
      <DownloadSwitches />
      <DownloadDevices />
    </div>
  );
}

/** Who was signed in here last: without a connection nobody can check it. Null: nobody; undefined until the page is alive. */
function useOwner(): string | null | undefined {
  const { status, user } = useSession();
  const [stored, setStored] = useState<string | null | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when somebody signs in or out.
  useEffect(() => setStored(storedUserId() ?? null), [status, user?.id]);
  return user?.id ?? stored;
}

/** Opening this page is a reason to ask the server. */
function useContact(owner: string | null | undefined): void {
  const client = useQueryClient();
  const { status } = useSession();
  useEffect(() => {
    if (owner && status === 'in') void contact(client, owner, { now: true });
  }, [client, owner, status]);
}

function NoDownloads() {
  const t = useTranslations();
  return (
    <EmptyState
      art={<LazyIllustration of="projector" className="h-48" />}
      title={t('playback.downloads_empty')}
      text={t('playback.downloads_empty_text')}
      action={
        <Button asChild>
          <Link to="/films">{t('shell.films')}</Link>
        </Button>
      }
    />
  );
}

function OwnDownloads({ downloads }: { downloads: readonly DownloadView[] }) {
  const t = useTranslations();
  const { number } = useFormat();
  const used = downloads.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const free = useFreeSpace(used);
  const canPlay = downloads.some(({ state }) => state === 'done');
  useEffect(() => {
    if (canPlay) void warmPlayer();
  }, [canPlay]);
  const values = {
    used: number(megabytes(used)),
    free: number(Math.floor((free ?? 0) / 1_000_000)),
  };
  return (
    <section aria-label={t('playback.download_list')} className="grid gap-4">
      <p className="text-soft tabular-nums">
        {t(free == null ? 'playback.downloads_space_used' : 'playback.downloads_space', values)}
      </p>
      <ul className="grid gap-3">
        {downloads.map((download) => (
          <li key={download.id}>
            <DownloadRow download={download} />
          </li>
        ))}
      </ul>
    </section>
  );
}

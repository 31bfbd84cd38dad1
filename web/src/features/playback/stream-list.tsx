import type { RunningStream } from '@lakou/contract/playback';
import { useMutation } from '@tanstack/react-query';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { endPlayback } from './request-playback.ts';

/** What else this account is playing; one of them makes room. */
export function StreamList({ streams, onEnded }: { streams: readonly RunningStream[]; onEnded: () => void }) {
  const t = useTranslations();
  const { language } = useLanguage();
  const end = useMutation({
    mutationFn: endPlayback,
    onSuccess: onEnded,
    onError: () => toast.error(t('playback.end_failed')),
  });
  if (streams.length === 0) return <Button onClick={onEnded}>{t('shell.retry')}</Button>;
  const since = (started_at: string) =>
    new Date(started_at).toLocaleTimeString(language === 'ht' ? 'fr' : language, { timeStyle: 'short' });
  return (
    <ul className="grid w-full gap-3 text-start">
      {streams.map(({ session, title, device, started_at }) => (
        <li
          key={session}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-l border border-line bg-surface p-4"
        >
          <span className="grid min-w-0 flex-1 basis-40">
            <span className="truncate font-semibold">{title}</span>
            <span className="text-sm text-soft">
              {[device, t('playback.since', { time: since(started_at) })].filter(Boolean).join(' · ')}
            </span>
          </span>
          <Button
            size="s"
            busy={end.isPending && end.variables === session}
            onClick={() => end.mutate(session)}
          >
            {t('playback.end_that_one')}
            <span className="sr-only">{title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

import type { RunningStream } from '@lakou/contract/playback/responses';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { endPlayback } from './request-playback.ts';

/** The account's other running streams, each with a button to end it. */
export function StreamList({ streams, onEnded }: { streams: readonly RunningStream[]; onEnded: () => void }) {
  const t = useTranslations();
  const format = useFormat();
  const end = useAction(endPlayback, {
    onSuccess: onEnded,
    describeError: () => t('playback.end_failed'),
  });
  if (streams.length === 0) return <Button onClick={onEnded}>{t('shell.retry')}</Button>;
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
              {[device, t('playback.since', { time: format.time(started_at) })].filter(Boolean).join(' · ')}
            </span>
          </span>
          <Button
            size="s"
            busy={end.isPending && end.input === session}
            onClick={() => void end.run(session)}
          >
            {t('playback.end_that_one')}
            <span className="sr-only">{title}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

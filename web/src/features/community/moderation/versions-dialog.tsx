import { queryOptions, useQuery } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LocalDate } from '../forum/local-date.tsx';
import type { Target } from './moderate.ts';

function versionsOf({ target_kind, target_id }: Target) {
  return queryOptions({
    queryKey: ['forum', 'versions', target_kind, target_id],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('text_history', { target_kind, target_id })),
    staleTime: 0,
  });
}

/** For moderators: earlier versions of an edited text, unformatted. */
export default function VersionsDialog({ onClose, ...target }: Target & { onClose: () => void }) {
  const t = useTranslations();
  const { data: versions, isError } = useQuery(versionsOf(target));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('community.versions')} size="l">
        {isError ? (
          <p role="alert">{t('community.moderation_failed')}</p>
        ) : !versions ? (
          <Skeleton className="h-32" />
        ) : versions.length === 0 ? (
          <p className="text-soft">{t('community.versions_none')}</p>
        ) : (
          <ol className="grid gap-5">
            {versions.map(({ title, content, replaced_at, edited_by }) => (
              <li key={replaced_at} className="grid gap-1 border-s-3 border-line ps-4">
                <p className="text-sm text-soft">
                  <LocalDate iso={replaced_at} /> · <bdi>{edited_by ?? t('community.unknown')}</bdi>
                </p>
                {title && (
                  <p dir="auto" className="font-semibold wrap-anywhere">
                    {title}
                  </p>
                )}
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {content}
                </p>
              </li>
            ))}
          </ol>
        )}
      </DialogContent>
    </Dialog>
  );
}

import { NOTIFICATION_WAYS, type NotificationWay } from '@lakou/contract/community/limits';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Field } from '#ui/field.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';

const KINDS = ['replies', 'mentions'] as const;
type Settings = Record<(typeof KINDS)[number], NotificationWay>;

function notificationSettings(viewer: string) {
  return queryOptions({
    queryKey: ['notifications', viewer, 'settings'],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('my_notification_settings'))[0] as Settings,
  });
}

/** Which notifications a member wants, and where. Saved with each choice. */
export function NotificationSettings({ viewer }: { viewer: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const query = notificationSettings(viewer);
  const { data: settings, isError, isFetching, refetch } = useQuery(query);
  const { run } = useAction(
    async (chosen: Settings) => rowOrNull(await (await supabase()).rpc('set_notification_settings', chosen)),
    {
      onMutate: (chosen) => client.setQueryData(query.queryKey, chosen),
      onSuccess: () => toast.success(t('community.notify_saved')),
      onError: () => void refetch(),
      errorKey: 'community.notify_failed',
    },
  );
  if (!settings)
    return isError ? <LoadFailed busy={isFetching} retry={refetch} /> : <Skeleton className="h-44" />;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {KINDS.map((kind) => (
        <Field key={kind} label={t(`community.notify_${kind}`)}>
          {({ required: _, ...control }) => (
            <Select
              {...control}
              value={settings[kind]}
              onChange={({ target }) => void run({ ...settings, [kind]: target.value as NotificationWay })}
            >
              {NOTIFICATION_WAYS.map((way) => (
                <option key={way} value={way}>
                  {t(`community.notify_${way}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
  );
}

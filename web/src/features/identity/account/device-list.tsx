import { activatePath } from '@lakou/contract/codes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rowsOf } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast.tsx';
import { deviceName } from '../device-name.ts';
import { devices } from './read-account.ts';
import { Section } from './section.tsx';

export function DeviceList() {
  const t = useTranslations();
  const { date } = useFormat();
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery(devices());
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

  const options = {
    onSuccess: () => queries.invalidateQueries(devices()),
    errorKey: 'identity.account_failed',
  } as const;
  const signOutDevice = useAction(async (session_id: string) => {
    rowsOf(await (await supabase()).rpc('revoke_session', { session_id }));
    toast.success(t('identity.account_device_ended'));
  }, options);
  const signOutOthers = useAction(async () => {
    const { error } = await (await supabase()).auth.signOut({ scope: 'others' });
    if (error) throw error;
    toast.success(t('identity.account_devices_others_ended'));
  }, options);
  const isPending = signOutDevice.isPending || signOutOthers.isPending;

  return (
    <Section title={t('identity.account_devices')}>
      {isError && (
        <Button variant="secondary" className="justify-self-start" onClick={() => refetch()}>
          {t('shell.retry')}
        </Button>
      )}
      {!data && !isError && <Skeleton className="h-16" />}
      <ul className="divide-y divide-line">
        {data?.map((device) => {
          const name = deviceName(device.user_agent) || t('identity.account_device_unknown');
          return (
            <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <Icon name="device" className="text-highlight-text" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  {name} {device.current && <Badge tone="success">{t('identity.account_device_this')}</Badge>}
                  {device.by_code && <Badge>{t('identity.account_device_by_code')}</Badge>}
                </p>
                <p className="text-sm text-soft">
                  {t('identity.account_device_seen', { date: date(device.last_active_at, timeZone) })}
                  {device.network && ` · ${device.network}`}
                </p>
              </div>
              {!device.current && (
                <Button
                  variant="outline"
                  size="s"
                  busy={isPending}
                  aria-label={t('identity.account_device_end_named', { device: name })}
                  onClick={() => void signOutDevice.run(device.id)}
                >
                  {t('identity.account_device_end')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <TextLink to={activatePath()} className="justify-self-start">
        {t('identity.activate_title')}
      </TextLink>
      {data && data.length > 1 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={isPending}
          onClick={() => void signOutOthers.run()}
        >
          {t('identity.account_devices_end_others')}
        </Button>
      )}
    </Section>
  );
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { toast } from '#ui/toast.tsx';
import { contact } from './continue-downloads.ts';
import { readDevice } from './download-store.ts';

function downloadDevices(viewer: string) {
  return queryOptions({
    queryKey: ['playback', 'download-devices', viewer],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc('my_download_devices')),
    staleTime: 5000,
  });
}

/** The member's devices, to remove one that was lost. Needs a connection. */
export function DownloadDevices() {
  const t = useTranslations();
  const { date } = useFormat();
  const client = useQueryClient();
  const { user } = useSession();
  const viewer = user?.id;
  const { data: devices = [] } = useQuery({
    ...downloadDevices(viewer ?? ''),
    enabled: viewer !== undefined,
  });
  const here = useOwnDevice(viewer);
  const [asked, setAsked] = useState<(typeof devices)[number] | null>(null);
  const { run, isPending } = useAction(
    async (device: string) => {
      const { error } = await (await supabase()).rpc('remove_download_device', { device });
      if (error) throw error;
      if (viewer) {
        await client.invalidateQueries(downloadDevices(viewer));
        if (device === here) await contact(client, viewer, { now: true });
      }
    },
    {
      errorKey: 'playback.problem_failed',
      onSuccess: () => toast.success(t('playback.download_device_removed')),
      onSettled: () => setAsked(null),
    },
  );
  if (devices.length === 0) return null;
  const nameOf = ({ name, device }: (typeof devices)[number]): string =>
    device === here ? t('playback.download_this_device') : name || t('playback.download_device_unknown');
  return (
    <section aria-labelledby="download-devices" className="grid gap-4">
      <SectionHead
        id="download-devices"
        title={t('playback.download_devices')}
        text={t('playback.download_devices_text')}
      />
      <ul className="grid gap-2">
        {devices.map((device) => (
          <li key={device.device} className="flex flex-wrap items-center gap-3 border-b border-line py-3">
            <span className="grid grow">
              <span className="font-semibold">{nameOf(device)}</span>
              <span className="text-sm text-soft">
                {t('playback.download_device_seen', {
                  count: device.downloads,
                  date: date(device.seen_at),
                })}
              </span>
            </span>
            <Button
              size="s"
              variant="secondary"
              aria-label={t('playback.download_device_remove', { name: nameOf(device) })}
              onClick={() => setAsked(device)}
            >
              {t('playback.download_device_remove_short')}
            </Button>
          </li>
        ))}
      </ul>
      <AlertDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={asked && t('playback.download_device_confirm', { name: nameOf(asked) })}
        description={t('playback.download_devices_text')}
        confirm={t('playback.download_device_remove_short')}
        danger
        busy={isPending}
        onConfirm={() => void (asked && run(asked.device))}
      />
    </section>
  );
}

/** How the server knows this browser; undefined while it keeps nothing. */
function useOwnDevice(owner: string | undefined): string | undefined {
  const [id, setId] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (owner) void readDevice(owner).then((device) => setId(device?.id));
  }, [owner]);
  return id;
}

import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Switch } from '#ui/switch.tsx';
import { knowsConnectionType } from './connection-type.ts';
import { startQueue } from './download-queue.ts';
import { type DownloadSettings, readDownloadSettings, saveDownloadSettings } from './download-settings.ts';

export function DownloadSwitches() {
  const t = useTranslations();
  const [settings, setSettings] = useState(readDownloadSettings);
  const change = (part: Partial<DownloadSettings>): void => {
    setSettings(saveDownloadSettings(part));
    startQueue();
  };
  return (
    <section className="grid justify-items-start gap-4 border-t border-line pt-6">
      {knowsConnectionType() && (
        <Switch
          label={t('playback.download_wifi_only')}
          hint={t('playback.download_wifi_hint')}
          checked={settings.wifiOnly}
          onCheckedChange={(wifiOnly) => change({ wifiOnly })}
        />
      )}
      <Switch
        label={t('playback.download_delete_on_sign_out')}
        hint={t('playback.download_delete_on_sign_out_hint')}
        checked={settings.onSignOut === 'delete'}
        onCheckedChange={(isDeleted) => change({ onSignOut: isDeleted ? 'delete' : 'lock' })}
      />
    </section>
  );
}

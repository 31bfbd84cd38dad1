import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { Switch } from '#ui/switch.tsx';
import { PlayerIcon, type PlayerIconName } from '../controls/player-icon.tsx';
import { megabytesPerHour } from '../engine/rungs.ts';
import { type PanelName, usePlayer } from '../player-context.ts';
import { Panel } from './panel.tsx';

/** Where everything begins. What this film or browser does not have is not listed. */
export function SettingsPanel() {
  const t = useTranslations();
  const { number } = useFormat();
  const { user } = useSession();
  const { ladder, playback, habits, change, engine, audioOnly, listenOnly, markWatched, open } = usePlayer();
  const { subtitles, audio_only } = playback.film;
  const playing = ladder.rungs.find(({ level }) => level === ladder.playing)?.name;
  const quality = ladder.rungs.find(({ level }) => level === ladder.chosen)?.name;
  const caption = subtitles.find(({ language }) => language === habits.captions)?.name;
  return (
    <Panel title={t('playback.settings')}>
      {ladder.rungs.length > 0 && !audioOnly && (
        <Way to="quality" icon="quality" name={t('playback.quality')}>
          {quality ?? (playing ? t('playback.auto_now', { now: playing }) : t('playback.auto'))}
        </Way>
      )}
      {subtitles.length > 0 && (
        <Way to="captions" icon="captions" name={t('playback.captions')}>
          {caption ?? t('playback.off')}
        </Way>
      )}
      {ladder.sounds.length > 1 && !audioOnly && (
        <Way to="audio" icon="sound" name={t('playback.audio')}>
          {ladder.sounds.find(({ id }) => id === ladder.sound)?.name}
        </Way>
      )}
      <Way to="speed" icon="speed" name={t('playback.speed')}>
        {habits.speed === 1 ? t('playback.normal_speed') : `${number(habits.speed)} ×`}
      </Way>
      <div className="grid gap-4 px-3 py-3">
        <Switch
          label={t('playback.data_saver')}
          hint={t('playback.data_saver_hint')}
          checked={habits.dataSaver}
          onCheckedChange={(dataSaver) => {
            change({ dataSaver });
            engine?.saveData(dataSaver);
          }}
        />
        {audio_only && (
          <Switch
            label={t('playback.audio_only')}
            hint={t('playback.audio_only_hint', { amount: number(megabytesPerHour(audio_only.bandwidth)) })}
            checked={audioOnly}
            onCheckedChange={listenOnly}
          />
        )}
      </div>
      {user && (
        <Row
          icon="check"
          name={t('playback.mark_watched')}
          onClick={() => {
            markWatched();
            open(null);
          }}
        />
      )}
      <Way to="keys" icon="keyboard" name={t('playback.keys')} />
    </Panel>
  );
}

function Way({
  to,
  icon,
  name,
  children,
}: {
  to: PanelName;
  icon: PlayerIconName;
  name: string;
  children?: ReactNode;
}) {
  const { open } = usePlayer();
  return (
    <Row icon={icon} name={name} onClick={() => open(to)}>
      <span className="truncate text-sm text-soft">{children}</span>
      <Icon name="chevron-right" className="text-soft" />
    </Row>
  );
}

function Row(props: { icon: PlayerIconName; name: string; onClick: () => void; children?: ReactNode }) {
  return (
    <button
      type="button"
      onClick={props.onClick}
      className="focus-inset flex min-h-12 w-full items-center gap-3 rounded-m px-3 text-start hover:bg-surface-raised"
    >
      <PlayerIcon name={props.icon} className="text-highlight-text" />
      <span className="flex-1 font-medium whitespace-nowrap">{props.name}</span>
      {props.children}
    </button>
  );
}

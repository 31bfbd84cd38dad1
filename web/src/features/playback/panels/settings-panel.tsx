import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { megabytes, megabytesPerHour } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useDataBudget } from '#lib/use-data-budget.ts';
import { Icon } from '#ui/icon.tsx';
import { Switch } from '#ui/switch.tsx';
import { PlayerIcon, type PlayerIconName } from '../controls/player-icon.tsx';
import { findSign, findSubtitles } from '../find-track.ts';
import { type PanelName, usePlayer } from '../player-context.ts';
import { Panel } from './panel.tsx';
import { useTrackName, withPlainName } from './track-name.ts';

/** The first panel. Lists only what this film and browser support. */
export function SettingsPanel() {
  const t = useTranslations();
  const { number } = useFormat();
  const trackName = useTrackName();
  const { user } = useSession();
  const { engineState, playback, preferences, change, engine, audioOnly, setAudioOnly, markWatched, open } =
    usePlayer();
  const { subtitles, signs = [], audio_only } = playback.film;
  const current = engineState.levels.find(({ level }) => level === engineState.currentLevel)?.name;
  const chosen = engineState.levels.find(({ level }) => level === engineState.chosenLevel)?.name;
  const caption = findSubtitles(subtitles, preferences);
  const sign = findSign(playback.film, preferences);
  const sound = engineState.audioTracks.find(({ id }) => id === engineState.audioTrack);
  return (
    <Panel title={t('playback.settings')}>
      {engineState.levels.length > 0 && !audioOnly && (
        <PanelLink to="quality" icon="quality" name={t('playback.quality')}>
          {chosen ?? (current ? t('playback.auto_now', { now: current }) : t('playback.auto'))}
        </PanelLink>
      )}
      {subtitles.length > 0 && (
        <PanelLink to="captions" icon="captions" name={t('playback.captions')}>
          {caption ? trackName(caption) : t('playback.off')}
        </PanelLink>
      )}
      {engineState.audioTracks.length > 1 && !audioOnly && (
        <PanelLink to="audio" icon="volume" name={t('playback.audio')}>
          {sound && trackName(withPlainName(sound, playback.film))}
        </PanelLink>
      )}
      {signs.length > 0 && !audioOnly && (
        <PanelLink to="sign" icon="sign" name={t('playback.sign')}>
          {sign?.name ?? t('playback.off')}
        </PanelLink>
      )}
      <PanelLink to="speed" icon="speed" name={t('playback.speed')}>
        {preferences.speed === 1 ? t('playback.normal_speed') : `${number(preferences.speed)} ×`}
      </PanelLink>
      <div className="grid gap-4 px-3 py-3">
        <Switch
          label={t('playback.data_saver')}
          hint={t('playback.data_saver_hint')}
          checked={preferences.dataSaver}
          onCheckedChange={(dataSaver) => {
            change({ dataSaver });
            engine?.setDataSaver(dataSaver);
          }}
        />
        {audio_only && (
          <Switch
            label={t('playback.audio_only')}
            hint={t('playback.audio_only_hint', { amount: number(megabytesPerHour(audio_only.bandwidth)) })}
            checked={audioOnly}
            onCheckedChange={setAudioOnly}
          />
        )}
      </div>
      <DataLimitRow />
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
      <PanelLink to="keys" icon="keyboard" name={t('playback.keys')} />
    </Panel>
  );
}

function DataLimitRow() {
  const t = useTranslations();
  const { number } = useFormat();
  const navigate = useNavigate();
  const view = useDataBudget();
  const amount = (bytes: number) => number(megabytes(bytes));
  return (
    <Row icon="quality" name={t('playback.data_row')} onClick={() => void navigate('/data-use')}>
      <span className="truncate text-sm text-soft tabular-nums">
        {view && view.state.state !== 'none'
          ? t('playback.megabytes_of', { done: amount(view.state.used), all: amount(view.state.limit) })
          : t('playback.data_row_none')}
      </span>
      <Icon name="chevron-right" className="text-soft" />
    </Row>
  );
}

function PanelLink({
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

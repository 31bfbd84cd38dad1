import { megabytesPerHour } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { captionClass } from '../caption-lines.tsx';
import { SPEEDS } from '../controls/use-commands.ts';
import { levelName } from '../engine/quality-levels.ts';
import { findSign, findSubtitles, kindOf } from '../find-track.ts';
import { usePlayer } from '../player-context.ts';
import type { CaptionStyle } from '../preferences.ts';
import { Panel, RadioGroup } from './panel.tsx';
import { useTrackName, withPlainName } from './track-name.ts';

/** Quality levels with their data use, because many viewers pay per megabyte. */
export function QualityPanel() {
  const t = useTranslations();
  const { number } = useFormat();
  const { engineState, engine, announce, playback, preferences } = usePlayer();
  const { film } = playback;
  const current = engineState.levels.find(({ level }) => level === engineState.currentLevel)?.name;
  const dataUse = (bitrate: number, name: string) => {
    const rung = film.rungs.find((one) => levelName(one) === name);
    const sign = findSign(film, preferences)?.bytes ?? 0;
    const whole = (rung?.average_bandwidth ?? bitrate) + (sign * 8) / film.duration;
    return t('playback.per_hour', { amount: number(megabytesPerHour(whole)) });
  };
  const auto = {
    value: null as number | null,
    text: current ? t('playback.auto_now', { now: current }) : t('playback.auto'),
  };
  const levels = engineState.levels.toReversed().map(({ level, name, bitrate }) => ({
    value: level as number | null,
    text: name,
    note: dataUse(bitrate, name),
  }));
  return (
    <Panel title={t('playback.quality')} back="settings">
      <RadioGroup
        name="quality"
        label={t('playback.quality')}
        value={engineState.chosenLevel}
        choices={[auto, ...levels]}
        onChoose={(level) => {
          engine?.setLevel(level);
          announce(engineState.levels.find((one) => one.level === level)?.name ?? t('playback.auto'));
        }}
      />
    </Panel>
  );
}

export function CaptionsPanel() {
  const t = useTranslations();
  const { playback, preferences, change, open } = usePlayer();
  const { subtitles } = playback.film;
  const trackName = useTrackName();
  const chosen = findSubtitles(subtitles, preferences);
  return (
    <Panel title={t('playback.captions')} back="settings">
      <RadioGroup
        name="captions"
        label={t('playback.captions')}
        value={chosen?.file ?? null}
        choices={[
          { value: null as string | null, text: t('playback.off') },
          ...subtitles.map((track) => ({ value: track.file as string | null, text: trackName(track) })),
        ]}
        onChoose={(file) => {
          const next = subtitles.find((track) => track.file === file);
          change(next ? { captions: next.language, captionKind: kindOf(next) } : { captions: null });
        }}
      />
      <div className="p-2">
        <Button variant="outline" size="s" className="w-full" onClick={() => open('caption-style')}>
          {t('playback.caption_style')}
        </Button>
      </div>
    </Panel>
  );
}

export function CaptionStylePanel() {
  const t = useTranslations();
  const { preferences, change } = usePlayer();
  const { captionStyle: style } = preferences;
  const set = (part: Partial<CaptionStyle>) => change({ captionStyle: { ...style, ...part } });
  return (
    <Panel title={t('playback.caption_style')} back="captions">
      <div className="m-2 grid min-h-24 place-items-center overflow-hidden rounded-m bg-indigo px-3 text-center">
        <p className={captionClass(style)}>{t('playback.caption_sample')}</p>
      </div>
      <RadioGroup
        name="caption-size"
        label={t('playback.caption_size')}
        labelShown
        value={style.size}
        choices={(['small', 'medium', 'large', 'huge'] as const).map((value) => ({
          value,
          text: t(`playback.size_${value}`),
        }))}
        onChoose={(size) => set({ size })}
      />
      <RadioGroup
        name="caption-colour"
        label={t('playback.caption_colour')}
        labelShown
        value={style.colour}
        choices={(['chalk', 'mango', 'green'] as const).map((value) => ({
          value,
          text: t(`playback.colour_${value}`),
        }))}
        onChoose={(colour) => set({ colour })}
      />
      <RadioGroup
        name="caption-background"
        label={t('playback.caption_background')}
        labelShown
        value={style.background}
        choices={(['none', 'shade', 'solid'] as const).map((value) => ({
          value,
          text: t(`playback.background_${value}`),
        }))}
        onChoose={(background) => set({ background })}
      />
    </Panel>
  );
}

export function AudioPanel() {
  const t = useTranslations();
  const trackName = useTrackName();
  const { engineState, engine, change, playback } = usePlayer();
  return (
    <Panel title={t('playback.audio')} back="settings">
      <RadioGroup
        name="audio"
        label={t('playback.audio')}
        value={engineState.audioTrack}
        choices={engineState.audioTracks.map((track) => ({
          value: track.id,
          text: trackName(withPlainName(track, playback.film)),
        }))}
        onChoose={(id) => {
          engine?.setAudioTrack(id);
          const next = engineState.audioTracks.find((track) => track.id === id);
          if (next) change({ audio: next.language, audioKind: next.kind });
        }}
      />
    </Panel>
  );
}

export function SpeedPanel() {
  const t = useTranslations();
  const { number } = useFormat();
  const { preferences, commands } = usePlayer();
  return (
    <Panel title={t('playback.speed')} back="settings">
      <RadioGroup
        name="speed"
        label={t('playback.speed')}
        value={preferences.speed}
        choices={SPEEDS.map((value) => ({
          value,
          text: value === 1 ? t('playback.normal_speed') : `${number(value)} ×`,
        }))}
        onChoose={commands.setSpeed}
      />
    </Panel>
  );
}

import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { captionClass } from '../caption-lines.tsx';
import { SPEEDS } from '../controls/use-commands.ts';
import { megabytesPerHour } from '../engine/rungs.ts';
import { usePlayer } from '../player-context.ts';
import type { CaptionStyle } from '../remembered.ts';
import { Choice, Panel } from './panel.tsx';

/** What each rung costs stands beside it: people buy their network by the megabyte. */
export function QualityPanel() {
  const t = useTranslations();
  const { number } = useFormat();
  const { ladder, engine, say, playback } = usePlayer();
  const playing = ladder.rungs.find(({ level }) => level === ladder.playing)?.name;
  const weight = (bitrate: number, height: string) => {
    const made = playback.film.rungs.find((rung) => `${Math.min(rung.width, rung.height)}p` === height);
    return t('playback.per_hour', { amount: number(megabytesPerHour(made?.average_bandwidth ?? bitrate)) });
  };
  const auto = {
    value: null as number | null,
    text: playing ? t('playback.auto_now', { now: playing }) : t('playback.auto'),
  };
  const rungs = ladder.rungs.toReversed().map(({ level, name, bitrate }) => ({
    value: level as number | null,
    text: name,
    note: weight(bitrate, name),
  }));
  return (
    <Panel title={t('playback.quality')} back="settings">
      <Choice
        name="quality"
        label={t('playback.quality')}
        value={ladder.chosen}
        choices={[auto, ...rungs]}
        onChoose={(level) => {
          engine?.choose(level);
          say(ladder.rungs.find((rung) => rung.level === level)?.name ?? t('playback.auto'));
        }}
      />
    </Panel>
  );
}

export function CaptionsPanel() {
  const t = useTranslations();
  const { playback, habits, change, open } = usePlayer();
  const { subtitles } = playback.film;
  const known = subtitles.some(({ language }) => language === habits.captions);
  return (
    <Panel title={t('playback.captions')} back="settings">
      <Choice
        name="captions"
        label={t('playback.captions')}
        value={known ? habits.captions : null}
        choices={[
          { value: null as string | null, text: t('playback.off') },
          ...subtitles.map(({ language, name }) => ({ value: language as string | null, text: name })),
        ]}
        onChoose={(captions) => change({ captions })}
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
  const { habits, change } = usePlayer();
  const { captionStyle: look } = habits;
  const set = (part: Partial<CaptionStyle>) => change({ captionStyle: { ...look, ...part } });
  return (
    <Panel title={t('playback.caption_style')} back="captions">
      <div className="m-2 grid min-h-24 place-items-center overflow-hidden rounded-m bg-indigo px-3 text-center">
        <p className={captionClass(look)}>{t('playback.caption_sample')}</p>
      </div>
      <Choice
        name="caption-size"
        label={t('playback.caption_size')}
        labelShown
        value={look.size}
        choices={(['small', 'medium', 'large', 'huge'] as const).map((value) => ({
          value,
          text: t(`playback.size_${value}`),
        }))}
        onChoose={(size) => set({ size })}
      />
      <Choice
        name="caption-colour"
        label={t('playback.caption_colour')}
        labelShown
        value={look.colour}
        choices={(['chalk', 'mango', 'green'] as const).map((value) => ({
          value,
          text: t(`playback.colour_${value}`),
        }))}
        onChoose={(colour) => set({ colour })}
      />
      <Choice
        name="caption-ground"
        label={t('playback.caption_background')}
        labelShown
        value={look.ground}
        choices={(['none', 'shade', 'solid'] as const).map((value) => ({
          value,
          text: t(`playback.background_${value}`),
        }))}
        onChoose={(ground) => set({ ground })}
      />
    </Panel>
  );
}

export function AudioPanel() {
  const t = useTranslations();
  const { ladder, engine, change } = usePlayer();
  return (
    <Panel title={t('playback.audio')} back="settings">
      <Choice
        name="audio"
        label={t('playback.audio')}
        value={ladder.sound}
        choices={ladder.sounds.map(({ id, name }) => ({ value: id, text: name }))}
        onChoose={(id) => {
          engine?.chooseSound(id);
          change({ audio: ladder.sounds.find((sound) => sound.id === id)?.language ?? null });
        }}
      />
    </Panel>
  );
}

export function SpeedPanel() {
  const t = useTranslations();
  const { number } = useFormat();
  const { habits, commands } = usePlayer();
  return (
    <Panel title={t('playback.speed')} back="settings">
      <Choice
        name="speed"
        label={t('playback.speed')}
        value={habits.speed}
        choices={SPEEDS.map((value) => ({
          value,
          text: value === 1 ? t('playback.normal_speed') : `${number(value)} ×`,
        }))}
        onChoose={commands.setSpeed}
      />
    </Panel>
  );
}

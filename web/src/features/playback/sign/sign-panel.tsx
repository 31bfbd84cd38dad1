import { megabytesPerHour } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { findSign } from '../find-track.ts';
import { Panel, RadioGroup } from '../panels/panel.tsx';
import { usePlayer } from '../player-context.ts';
import type { PlaybackPreferences } from '../preferences.ts';

/** Which interpreter is shown, and how large. */
export default function SignPanel() {
  const t = useTranslations();
  const { number } = useFormat();
  const { playback, preferences, change } = usePlayer();
  const { signs = [], duration } = playback.film;
  const dataUse = (bytes: number) =>
    t('playback.per_hour', { amount: number(megabytesPerHour((bytes * 8) / duration)) });
  return (
    <Panel title={t('playback.sign')} back="settings">
      <RadioGroup
        name="sign"
        label={t('playback.sign')}
        value={findSign(playback.film, preferences)?.language ?? null}
        choices={[
          { value: null as PlaybackPreferences['sign'], text: t('playback.off') },
          ...signs.map(({ language, name, bytes }) => ({
            value: language as PlaybackPreferences['sign'],
            text: name,
            note: dataUse(bytes),
          })),
        ]}
        onChoose={(sign) => change({ sign })}
      />
      <RadioGroup
        name="sign-size"
        label={t('playback.sign_size')}
        labelShown
        value={preferences.signSize}
        choices={(['small', 'large'] as const).map((value) => ({ value, text: t(`playback.size_${value}`) }))}
        onChoose={(signSize) => change({ signSize })}
      />
    </Panel>
  );
}

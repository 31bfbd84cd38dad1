import type { MessageKey } from '@lakou/contract/translate';
import { useTranslations } from '#lib/translations.tsx';
import { Panel } from './panel.tsx';

const KEYS: readonly (readonly [keys: readonly string[], does: MessageKey])[] = [
  [['k'], 'playback.key_play'],
  [['j', 'l'], 'playback.key_seek'],
  [['←', '→'], 'playback.key_arrows'],
  [['↑', '↓'], 'playback.key_volume'],
  [['m'], 'playback.key_mute'],
  [['f'], 'playback.key_full'],
  [['c'], 'playback.key_captions'],
  [['0', '9'], 'playback.key_part'],
  [['<', '>'], 'playback.key_speed'],
  [['Home', 'End'], 'playback.key_ends'],
  [['?'], 'playback.key_help'],
];

export function KeysPanel() {
  const t = useTranslations();
  return (
    <Panel title={t('playback.keys')} back="settings">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 p-2">
        {KEYS.map(([keys, does]) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {(does === 'playback.key_play' ? [t('playback.key_space'), ...keys] : keys).map((key) => (
                <kbd
                  key={key}
                  className="grid min-h-8 min-w-8 place-items-center rounded-s border border-line-strong bg-surface-raised px-1.5 font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

import type { MessageKey } from '@lakou/contract/translate';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';

interface Benefit {
  icon: IconName;
  name: MessageKey;
  note?: MessageKey;
}

const BENEFITS: Benefit[] = [
  { icon: 'film', name: 'commerce.benefit_films' },
  { icon: 'clock', name: 'commerce.benefit_early' },
  { icon: 'tv', name: 'commerce.benefit_hd' },
  { icon: 'chat', name: 'commerce.benefit_forum', note: 'commerce.benefit_forum_note' },
  { icon: 'device', name: 'commerce.benefit_devices' },
];

const NO_ADS: Benefit = { icon: 'sun', name: 'catalogue.no_ads' };

/** What a subscription includes. */
export function Benefits({ noAds = false, className }: { noAds?: boolean; className?: string }) {
  const t = useTranslations();
  return (
    <ul className={cx('grid gap-x-8 gap-y-3', className)}>
      {[...BENEFITS, ...(noAds ? [NO_ADS] : [])].map(({ icon, name, note }) => (
        <li key={name} className="flex items-center gap-3 font-medium">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-highlight/15 text-highlight-text">
            <Icon name={icon} />
          </span>
          <span className="grid">
            {t(name)}
            {note && <span className="text-sm font-normal text-soft">{t(note)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

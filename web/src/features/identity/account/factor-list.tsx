import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import type { FactorSummary } from './read-account.ts';

export function FactorList({ factors }: { factors: FactorSummary[] }) {
  const t = useTranslations();
  return (
    <ul className="grid gap-2">
      {factors.map(({ id, type, name }) => (
        <li key={id} className="flex items-center gap-3">
          <Icon name={type === 'webauthn' ? 'key' : 'device'} className="text-highlight-text" />
          <span className="min-w-0 wrap-anywhere">
            {name || t(type === 'webauthn' ? 'identity.account_factor_key' : 'identity.account_factor_app')}
          </span>
        </li>
      ))}
    </ul>
  );
}

import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

export interface PasskeySummary {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
}

export function PasskeyRow(props: { passkey: PasskeySummary; onRename: () => void; onRemove: () => void }) {
  const { friendly_name = '', created_at, last_used_at } = props.passkey;
  const t = useTranslations();
  const { date } = useFormat();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const name = friendly_name || t('identity.account_passkey');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon name="key" className="text-highlight-text" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-soft">
          {t('identity.account_passkey_created', { date: date(created_at, timeZone) })} ·{' '}
          {last_used_at
            ? t('identity.account_passkey_used', { date: date(last_used_at, timeZone) })
            : t('identity.account_passkey_unused')}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="outline"
          size="s"
          aria-label={t('identity.account_passkey_rename_named', { name })}
          onClick={props.onRename}
        >
          {t('identity.account_passkey_rename')}
        </Button>
        <Button
          variant="danger"
          size="s"
          aria-label={t('identity.account_passkey_remove_named', { name })}
          onClick={props.onRemove}
        >
          {t('identity.account_passkey_remove')}
        </Button>
      </div>
    </li>
  );
}

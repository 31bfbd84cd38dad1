import { CARD_MIN, type PaymentMethod, takesGourdes } from '@lakou/contract/commerce/limits';
import { useId } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';

interface MethodChoiceProps {
  methods: readonly PaymentMethod[];
  chosen: PaymentMethod | undefined;
  onChoose: (method: PaymentMethod) => void;
  /** What each method costs, beside its name. */
  priceOf: (method: PaymentMethod) => string | undefined;
  /** Cards are taken here, but not for so little. */
  isBelowCards: boolean;
}

/** How to pay; nothing where there is no choice. */
export function MethodChoice({ isBelowCards, ...choice }: MethodChoiceProps) {
  const t = useTranslations();
  const { price } = useFormat();
  const hasChoice = choice.methods.length > 1;
  if (!isBelowCards) return hasChoice && <Methods {...choice} />;
  return (
    <div className="grid gap-3">
      {hasChoice && <Methods {...choice} />}
      <p className="flex gap-3 text-soft">
        <Icon name="info" className="mt-0.5" />
        {t('commerce.card_from', { least: price(CARD_MIN / 100) })}
      </p>
    </div>
  );
}

function Methods({ methods, chosen, onChoose, priceOf }: Omit<MethodChoiceProps, 'isBelowCards'>) {
  const t = useTranslations();
  const name = useId();
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-display text-heading font-[750]">{t('commerce.method')}</legend>
      {methods.map((method) => (
        <label
          key={method}
          className="flex min-h-14 cursor-pointer items-center gap-4 rounded-m border border-line bg-surface px-4 py-3 has-checked:border-highlight has-focus-visible:outline-3"
        >
          <input
            type="radio"
            name={name}
            value={method}
            checked={method === chosen}
            onChange={() => onChoose(method)}
            className="size-5 shrink-0 accent-(--color-action)"
          />
          <span className="grid grow gap-0.5">
            <span className="font-semibold">{t(`commerce.method_${method}`)}</span>
            {takesGourdes(method) && (
              <span className="text-sm text-soft">
                {t('commerce.wallet_note', { wallet: t(`commerce.method_${method}`) })}
              </span>
            )}
          </span>
          <span className="whitespace-nowrap tabular-nums">{priceOf(method)}</span>
        </label>
      ))}
    </fieldset>
  );
}

import type { Pass } from '@lakou/contract/commerce/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { rememberWantedTitle } from '#lib/subscribe-link.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { MethodChoice } from '../checkout/method-choice.tsx';
import { NoCheckoutUrl, openCheckout } from '../checkout/open-checkout.ts';
import { useGourdes } from '../checkout/read-methods.ts';
import { useMethod } from '../checkout/use-method.ts';
import { localTimeZone } from '../local-time-zone.ts';
import { passPrices } from './read-passes.ts';

interface PassesProps {
  disabled: boolean;
  /** Until when the member has a pass. */
  until?: string | undefined;
}

/** A day, a week, a month or a year without renewal, paid with any method. */
export function Passes({ disabled, until }: PassesProps) {
  const t = useTranslations();
  const { date } = useFormat();
  const { data: passes } = useQuery(passPrices());
  return (
    <section aria-labelledby="passes" className="grid gap-6">
      <SectionHead id="passes" title={t('commerce.passes_title')} />
      <p className="max-w-prose text-soft">
        {until ? t('commerce.pass_until', { date: date(until, localTimeZone()) }) : t('commerce.passes_text')}
      </p>
      {passes ? <PassChoice passes={passes} disabled={disabled} /> : <Skeleton className="h-64" />}
    </section>
  );
}

interface PassChoiceProps {
  passes: { id: Pass; amount_minor: number }[];
  disabled: boolean;
}

function PassChoice({ passes, disabled }: PassChoiceProps) {
  const t = useTranslations();
  const { price, money } = useFormat();
  const gourdesOf = useGourdes();
  const [picked, setPicked] = useState<Pass>('month');
  const pass = passes.find(({ id }) => id === picked);
  const { choice, chosen, amount } = useMethod(pass?.amount_minor ?? 0);
  const { run: buy, isPending } = useBuyPass();
  return (
    <div className="grid gap-6">
      <fieldset className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <legend className="sr-only">{t('commerce.passes_title')}</legend>
        {passes.map(({ id, amount_minor }) => {
          const gourdes = gourdesOf(amount_minor);
          return (
            <label
              key={id}
              className="grid cursor-pointer gap-1 rounded-l border border-line bg-surface p-4 has-checked:border-highlight has-checked:bg-surface-raised has-focus-visible:outline-3 sm:p-5"
            >
              <span className="flex items-center gap-2.5">
                <input
                  type="radio"
                  name="pass"
                  value={id}
                  checked={id === picked}
                  onChange={() => setPicked(id)}
                  className="size-5 accent-(--color-action)"
                />
                <span className="font-semibold">{t(`commerce.pass_${id}`)}</span>
              </span>
              <span className="font-display text-heading font-[800] tabular-nums">
                {price(amount_minor / 100)}
              </span>
              {gourdes !== undefined && (
                <span className="text-soft tabular-nums">{money(gourdes, 'HTG')}</span>
              )}
            </label>
          );
        })}
      </fieldset>
      <MethodChoice {...choice} />
      <Button
        size="l"
        className="justify-self-start max-sm:w-full"
        disabled={disabled || !chosen}
        busy={isPending}
        onClick={() => chosen && void buy({ pass: picked, method: chosen })}
      >
        {isPending
          ? t('commerce.processing')
          : t('commerce.pass_buy', { pass: t(`commerce.pass_${picked}`), price: amount })}
      </Button>
    </div>
  );
}

function useBuyPass() {
  const t = useTranslations();
  return useAction(
    (input: Extract<Parameters<typeof openCheckout>[0], { pass: Pass }>) => {
      rememberWantedTitle(location.pathname + location.search);
      return openCheckout(input);
    },
    {
      signInKey: 'commerce.login_to_subscribe',
      errorKey: 'errors.checkout_failed',
      onError(error) {
        if (!(error instanceof NoCheckoutUrl)) return false;
        toast.error(t('commerce.no_checkout_url'));
        return true;
      },
    },
  );
}

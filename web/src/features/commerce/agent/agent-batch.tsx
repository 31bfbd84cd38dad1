import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { useOfferName } from '#lib/offer-name.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FailedPanel } from '../purchases/failed-panel.tsx';
import { type Batch, vouchersOf } from './read-agency.ts';
import { SellDialog } from './sell-dialog.tsx';

const TONES = { new: 'neutral', active: 'success', expired: 'muted', revoked: 'danger' } as const;

/** One sheet of vouchers: how many are sold and left, and the numbers. */
export function AgentBatch({ batch, canSell }: { batch: Batch; canSell: boolean }) {
  const t = useTranslations();
  const { date, money } = useFormat();
  const offerName = useOfferName();
  const [isSelling, setSelling] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const status = (batch.status === 'printed' ? 'new' : batch.status) as keyof typeof TONES;
  const left = batch.vouchers - batch.sold - batch.revoked;
  const counts = [
    ['sold', batch.sold],
    ['left', left],
    ['redeemed', batch.redeemed],
  ] as const;
  const name = t('commerce.agent_batch', { number: batch.id });
  return (
    <Card asChild className="grid content-start gap-4">
      <li>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 className="text-lg font-[750] wrap-anywhere">
              {name} · {offerName(batch)}
            </h3>
            <p className="text-sm text-soft">
              {t('commerce.agent_price', {
                price: money(batch.price_minor / 100, batch.currency),
                date: date(batch.expires_on),
              })}
            </p>
          </div>
          <Badge tone={TONES[status]}>{t(`commerce.agent_status_${status}`)}</Badge>
        </div>
        <dl className="grid grid-cols-3 gap-3 [&_dd]:font-display [&_dd]:text-xl [&_dd]:font-[750] [&_dd]:tabular-nums [&_dt]:text-sm [&_dt]:text-soft">
          {counts.map(([count, value]) => (
            <div key={count}>
              <dt>{t(`commerce.agent_${count}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap gap-3">
          {status === 'active' && canSell && left > 0 && (
            <Button onClick={() => setSelling(true)} aria-label={`${t('commerce.agent_sell')}: ${name}`}>
              {t('commerce.agent_sell')}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={`${t('commerce.agent_numbers')}: ${name}`}
          >
            {t('commerce.agent_numbers')}
          </Button>
        </div>
        {isOpen && <Numbers batch={batch.id} />}
        {isSelling && <SellDialog batch={batch} onClose={() => setSelling(false)} />}
      </li>
    </Card>
  );
}

function Numbers({ batch }: { batch: number }) {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = useQuery(vouchersOf(batch));
  if (!data)
    return isError ? <FailedPanel busy={isFetching} retry={refetch} /> : <Skeleton className="h-24" />;
  return (
    <ul className="grid max-h-80 grid-cols-2 gap-x-4 gap-y-1 overflow-y-auto text-sm sm:grid-cols-3">
      {data.map(({ number, status }) => (
        <li key={number}>
          <span className="font-semibold tabular-nums">{number}</span>{' '}
          <span className={status === 'unsold' ? '' : 'text-soft'}>
            {t(`commerce.agent_number_${status as 'unsold' | 'sold' | 'redeemed' | 'revoked'}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

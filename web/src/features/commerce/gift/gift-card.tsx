import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callFunction } from '#lib/call-function.ts';
import { useFormat } from '#lib/format.ts';
import { useOfferName } from '#lib/offer-name.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toast } from '#ui/toast.tsx';
import { localTimeZone } from '../local-time-zone.ts';
import { type Gift, ownGifts } from './read-gifts.ts';
import { ShareGift } from './share-gift.tsx';

const TONES = { open: 'info', redeemed: 'success', canceled: 'muted', refunded: 'muted' } as const;

/** One gift: for whom, whether it was redeemed, and while it was not, its code and how to send it. */
export function GiftCard({ gift, viewer }: { gift: Gift; viewer: string }) {
  const t = useTranslations();
  const { date } = useFormat();
  const status = gift.status as keyof typeof TONES;
  const offerName = useOfferName();
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="text-lg font-[750] wrap-anywhere">
            {t('commerce.gift_for_name', { name: gift.recipient_name })}
          </h3>
          <p className="text-soft">{offerName(gift)}</p>
        </div>
        <Badge tone={TONES[status]}>
          {status === 'redeemed'
            ? t('commerce.gift_status_redeemed', { date: date(gift.redeemed_at, localTimeZone()) })
            : t(`commerce.gift_status_${status}`)}
        </Badge>
      </div>
      {gift.code && (
        <>
          <p>
            <span className="block text-sm text-soft">{t('commerce.gift_code')}</span>
            <strong className="font-mono text-2xl tracking-wider select-all">{gift.code}</strong>
          </p>
          <ShareGift gift={gift} code={gift.code} />
          <CancelGift gift={gift} viewer={viewer} />
        </>
      )}
    </Card>
  );
}

function CancelGift({ gift, viewer }: { gift: Gift; viewer: string }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { run, isPending } = useAction(() => callFunction('cancel-gift', { giftId: gift.id }), {
    onSuccess: () => toast.success(t('commerce.gift_canceled')),
    errorKey: 'commerce.gift_failed',
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: ownGifts(viewer).queryKey });
    },
  });
  return (
    <>
      <Button variant="quiet" size="s" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('commerce.gift_cancel')}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('commerce.gift_cancel_question', { name: gift.recipient_name })}
        description={t('commerce.gift_cancel_text')}
        confirm={t('commerce.gift_cancel')}
        cancel={t('commerce.gift_keep')}
        danger
        busy={isPending}
        onConfirm={() => void run()}
      />
    </>
  );
}

import { memberTitlePath } from '@lakou/contract/catalogue/title-address';
import type { Plan } from '@lakou/contract/commerce/limits';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { recheckEntitlements, useAppearance } from '#lib/session.ts';
import { titleInPath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { CourtyardScene } from '#ui/art/courtyard-scene.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { Icon } from '#ui/icon.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast.tsx';
import { Benefits } from './benefits.tsx';
import { Passes } from './passes.tsx';
import { PastDue } from './past-due.tsx';
import { PlanCard } from './plan-card.tsx';
import { currentSubscription, subscriptionCheck } from './read-subscription.ts';
import { trialDays } from './read-trials.ts';
import { useSubscribe } from './use-subscribe.ts';

/**
 * The two plans; subscribers are redirected to the forum. Until it is known who is one, nothing can be bought, and
 * probable subscribers see no plans.
 */
export function Plans({ viewer }: { viewer: string | undefined }) {
  const { subscribed } = useAppearance();
  const { data: known, isPending } = useQuery(subscriptionCheck(viewer));
  const { data: latest } = useQuery(currentSubscription(viewer));
  if (isPending && subscribed) return <CentredSpinner plain={null} />;
  // A pass can be extended; a subscription goes on by itself.
  const hasPass = known?.subscriptionType === 'pass';
  if (known?.hasActiveSubscription && !hasPass) return <AlreadySubscribed />;
  if (known?.hasActiveSubscription) return <PassOfMember until={known.expiresAt ?? undefined} />;
  return <PlanChoice viewer={viewer} disabled={isPending} overdue={latest?.status === 'past_due'} />;
}

function AlreadySubscribed() {
  const t = useTranslations();
  const { pathname, search } = useLocation();
  useEffect(() => {
    toast.success(t('errors.already_subscribed'));
    void recheckEntitlements();
  }, [t]);
  // Somebody who came for a title goes on to it; the way of everybody else is the specification's.
  const wanted = titleInPath(pathname + search);
  const next = wanted && wanted.kind !== 'any' ? memberTitlePath(wanted.kind, wanted.id) : '/forum';
  return <Navigate to={next} replace />;
}

function PassOfMember({ until }: { until: string | undefined }) {
  const t = useTranslations();
  return (
    <div className="page-width grid gap-8 py-10">
      <h1 className="text-title">{t('shell.subscribe')}</h1>
      <Passes disabled={false} until={until} />
    </div>
  );
}

interface PlanChoiceProps {
  viewer: string | undefined;
  disabled: boolean;
  overdue: boolean;
}

function PlanChoice({ viewer, disabled, overdue }: PlanChoiceProps) {
  const t = useTranslations();
  const { data: trials } = useQuery(trialDays(viewer));
  const { run: subscribe, isPending, input: plan } = useSubscribe();
  const card = {
    disabled,
    busy: isPending ? (plan ?? null) : null,
    onChoose: (chosen: Plan) => void subscribe(chosen),
  };
  return (
    <>
      {/* The scene is at night in both themes. */}
      <section data-theme="dark" className="relative isolate overflow-hidden">
        <div className="relative h-44 sm:h-60 md:absolute md:inset-y-0 md:end-0 md:-z-10 md:h-auto md:w-[62%]">
          <CourtyardScene className="absolute inset-0 size-full" />
          <div className="absolute inset-0 bg-linear-to-t from-bg to-transparent to-35% md:bg-linear-to-r md:to-55%" />
        </div>
        <div className="page-width grid gap-4 pt-5 pb-10 md:min-h-[31rem] md:content-center md:pt-12 md:pb-48">
          <h1 className="max-w-[11ch] text-display font-[800]">{t('commerce.plans_title')}</h1>
          <p className="max-w-[34ch] text-lg font-medium">{t('commerce.plans_text')}</p>
        </div>
      </section>
      <div className="page-width relative grid gap-14 max-md:bg-bg max-md:pt-6 md:-mt-40">
        {overdue && <PastDue />}
        <div className="grid w-full gap-6 md:grid-cols-2 xl:gap-8">
          <PlanCard plan="monthly" trialDays={trials?.monthly} {...card} />
          <PlanCard plan="yearly" trialDays={trials?.yearly} {...card} />
        </div>
        <Passes disabled={disabled} />
        <section aria-labelledby="benefits" className="grid gap-6">
          <SectionHead id="benefits" title={t('commerce.benefits')} />
          <Benefits noAds className="sm:grid-cols-2 lg:grid-cols-3" />
          <PlanNotes />
        </section>
      </div>
    </>
  );
}

function PlanNotes() {
  const t = useTranslations();
  return (
    <ul className="mt-4 grid gap-3 border-t border-line pt-6 text-soft">
      <li className="flex gap-3">
        <Icon name="refresh" className="mt-0.5" />
        <p>
          {t('commerce.renews_note')} <TextLink to="/terms">{t('shell.terms')}</TextLink>
        </p>
      </li>
      <li className="flex gap-3">
        <Icon name="shield" className="mt-0.5" />
        <p>{t('commerce.provider_note')}</p>
      </li>
      <li className="flex gap-3">
        <Icon name="ticket" className="mt-0.5" />
        <p>
          {t('commerce.only_one')} <TextLink to="/films">{t('catalogue.browse_films')}</TextLink>
        </p>
      </li>
    </ul>
  );
}

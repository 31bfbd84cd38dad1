import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FailedPanel } from '../purchases/failed-panel.tsx';
import { AgentBatch } from './agent-batch.tsx';
import { AgentEntries } from './agent-entries.tsx';
import { type Agency, ownAgency, ownBatches } from './read-agency.ts';

/** For agents: what they have to sell, what they sold, what they owe. */
export function AgentPage({ viewer }: { viewer: string | undefined }) {
  const t = useTranslations();
  const { data: agency, isError, isFetching, refetch } = useQuery(ownAgency(viewer));
  if (agency === undefined)
    return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
  if (agency === null)
    return (
      <EmptyState
        level={1}
        title={t('commerce.agent_nobody')}
        text={t('commerce.agent_nobody_text')}
        action={
          <Button asChild>
            <Link to="/contact">{t('commerce.agent_contact')}</Link>
          </Button>
        }
      />
    );
  return (
    <div className="page-width grid gap-10 py-10 sm:py-14">
      <header className="grid gap-2">
        <p className="font-semibold text-highlight-text wrap-anywhere">{agency.name}</p>
        <h1 className="text-title">{t('commerce.agent_title')}</h1>
        <p className="max-w-prose text-soft">{t('commerce.agent_text')}</p>
      </header>
      {!agency.is_active && <Alert tone="warning" title={t('commerce.agent_paused')} />}
      <Summary agency={agency} />
      <section aria-labelledby="sheets" className="grid gap-5">
        <SectionHead id="sheets" title={t('commerce.agent_batches')} />
        <BatchList viewer={viewer} isActive={agency.is_active} />
      </section>
      <section aria-labelledby="books" className="grid gap-5">
        <SectionHead id="books" title={t('commerce.agent_books')} />
        <AgentEntries viewer={viewer} currency={agency.currency} />
      </section>
    </div>
  );
}

function Summary({ agency }: { agency: Agency }) {
  const t = useTranslations();
  const { money } = useFormat();
  return (
    <dl className="grid gap-4 sm:grid-cols-3 *:rounded-l *:bg-surface-raised *:p-5 [&_dd]:font-display [&_dd]:text-heading [&_dd]:font-[800] [&_dd]:tabular-nums [&_dt]:text-soft">
      {(['owed', 'unsold', 'limit'] as const).map((what) => (
        <div key={what}>
          <dt>{t(`commerce.agent_${what}`)}</dt>
          <dd>{money(agency[`${what}_minor`] / 100, agency.currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

function BatchList({ viewer, isActive }: { viewer: string | undefined; isActive: boolean }) {
  const t = useTranslations();
  const read = useInfiniteQuery(ownBatches(viewer));
  const batches = read.data?.pages.flat();
  if (!batches)
    return read.isError ? (
      <FailedPanel busy={read.isFetching} retry={read.refetch} />
    ) : (
      <Skeleton className="h-40" />
    );
  if (batches.length === 0) return <p className="text-soft">{t('commerce.agent_no_batches')}</p>;
  return (
    <>
      <ul aria-labelledby="sheets" className="grid gap-4 lg:grid-cols-2">
        {batches.map((batch) => (
          <AgentBatch key={batch.id} batch={batch} canSell={isActive} />
        ))}
      </ul>
      <MoreButton query={read}>{t('commerce.agent_more')}</MoreButton>
    </>
  );
}

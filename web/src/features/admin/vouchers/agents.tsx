import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Table } from '#ui/table.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { AgentDialog } from './agent-dialog.tsx';
import { AgentPaymentDialog } from './agent-payment-dialog.tsx';
import { type Agent, agents } from './read-vouchers.ts';

/** Who sells vouchers, and what each owes. */
export function Agents() {
  const t = useTranslations();
  const [edited, setEdited] = useState<Agent | 'new' | null>(null);
  const [paying, setPaying] = useState<Agent | null>(null);
  return (
    <section aria-labelledby="agents" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="agents" className="font-display text-heading font-[750]">
          {t('admin.agents')}
        </h2>
        <Button variant="secondary" onClick={() => setEdited('new')}>
          {t('admin.agent_add')}
        </Button>
      </div>
      <AgentTable onEdit={setEdited} onPay={setPaying} />
      {edited && <AgentDialog agent={edited} onClose={() => setEdited(null)} />}
      {paying && <AgentPaymentDialog agent={paying} onClose={() => setPaying(null)} />}
    </section>
  );
}

interface AgentTableProps {
  onEdit: (agent: Agent) => void;
  onPay: (agent: Agent) => void;
}

function AgentTable({ onEdit, onPay }: AgentTableProps) {
  const t = useTranslations();
  const { money } = useFormat();
  const { data, isError, isFetching, refetch } = useQuery(agents());
  if (!data) {
    if (!isError) return <Skeleton className="h-24" />;
    return <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />;
  }
  if (data.length === 0) return <p role="status">{t('admin.agents_none')}</p>;
  return (
    <Table label={t('admin.agents')}>
      <thead>
        <tr>
          <th scope="col">{t('admin.agent_name')}</th>
          <th scope="col">{t('admin.agent_owes')}</th>
          <th scope="col">{t('admin.agent_unsold')}</th>
          <th scope="col">{t('admin.agent_limit')}</th>
          <th scope="col">
            <span className="sr-only">{t('admin.agent_edit')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.map((agent) => (
          <tr key={agent.id}>
            <th scope="row" className="min-w-40 font-normal">
              <span className="font-semibold wrap-anywhere">{agent.name}</span>
              <span className="block text-sm text-soft">{agent.username}</span>
              {!agent.is_active && <Badge tone="muted">{t('admin.agent_paused')}</Badge>}
            </th>
            {[agent.owed_minor, agent.unsold_minor, agent.limit_minor].map((minor, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: three columns in one order
              <td key={column} className="whitespace-nowrap tabular-nums">
                {money(minor / 100, agent.currency)}
              </td>
            ))}
            <td>
              <div className="flex justify-end gap-2">
                <Button
                  size="s"
                  variant="secondary"
                  onClick={() => onPay(agent)}
                  aria-label={t('admin.agent_payment_of', { name: agent.name })}
                >
                  {t('admin.agent_payment')}
                </Button>
                <Button
                  size="s"
                  variant="quiet"
                  onClick={() => onEdit(agent)}
                  aria-label={t('admin.agent_edit_name', { name: agent.name })}
                >
                  {t('admin.agent_edit')}
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

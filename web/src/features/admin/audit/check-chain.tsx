import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useAdminAction } from '../use-admin-action.ts';

const PROBLEMS = [
  'entry_removed',
  'entry_changed',
  'entry_unsealed',
  'seal_removed',
  'seal_changed',
  'end_removed',
] as const;
type Problem = (typeof PROBLEMS)[number];

interface Progress {
  count: number;
  isDone: boolean;
  head: string;
  problem?: Problem | undefined;
  entry: number | null;
}

/** Has the database compute the chain of the audit log again, part by part. */
export function CheckChain() {
  const t = useTranslations();
  const format = useFormat();
  const [progress, setProgress] = useState<Progress>();
  const { run, isPending } = useAdminAction(
    async () => {
      setProgress(undefined);
      let first = 0;
      for (let after = 0, isDone = false; !isDone; ) {
        const [part] = rowsOf(await (await supabase()).rpc('check_audit_log', { after }));
        if (!part) throw new Error('check_audit_log answered nothing');
        const problem = PROBLEMS.find((name) => name === part.problem);
        first ||= part.starts_after;
        isDone = part.is_last || problem !== undefined;
        after = part.checked_to;
        setProgress({ count: after - first, isDone, head: part.head, problem, entry: part.entry });
      }
    },
    { errorKey: 'admin.audit_check_failed' },
  );
  const count = format.number(progress?.count ?? 0);
  return (
    <section aria-labelledby="chain" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="chain" className="font-display text-heading font-[750]">
            {t('admin.audit_chain')}
          </h2>
          <p className="max-w-prose text-soft">{t('admin.audit_chain_text')}</p>
        </div>
        <Button variant="secondary" busy={isPending} onClick={() => void run()}>
          {t('admin.audit_check')}
        </Button>
      </div>
      {progress?.problem ? (
        <Alert
          tone="danger"
          title={t(`admin.audit_problem_${progress.problem}`, { entry: String(progress.entry ?? '') })}
        >
          {t('admin.audit_problem_text')}
        </Alert>
      ) : progress?.isDone ? (
        <Alert tone="success" title={t('admin.audit_whole', { count })}>
          {t('admin.audit_head')} <code className="wrap-anywhere">{progress.head}</code>
        </Alert>
      ) : (
        progress && <p role="status">{t('admin.audit_checking', { count })}</p>
      )}
    </section>
  );
}

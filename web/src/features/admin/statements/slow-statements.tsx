import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { slowStatements } from './read-slow-statements.ts';

/** What the database took long for, with its plans. */
export function SlowStatements() {
  const t = useTranslations();
  return (
    <section aria-labelledby="slow-statements" className="grid gap-4">
      <div>
        <h2 id="slow-statements" className="font-display text-heading font-[750]">
          {t('admin.slow_statements')}
        </h2>
        <p className="max-w-prose text-soft">{t('admin.slow_statements_text')}</p>
      </div>
      <SlowStatementsList />
    </section>
  );
}

function SlowStatementsList() {
  const t = useTranslations();
  const format = useFormat();
  const { data, isError, isFetching, refetch } = useQuery(slowStatements());
  if (isError && !data) return <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />;
  if (!data) return <Skeleton className="h-24" />;
  if (data.length === 0) return <p role="status">{t('admin.no_slow_statements')}</p>;
  return (
    <ul aria-labelledby="slow-statements" className="grid gap-4">
      {data.map(({ statement, role, count, longest_ms, last_at, plan }) => (
        <Card key={`${role} ${statement}`} asChild className="grid gap-3">
          <li>
            <p className="text-sm text-soft">
              {t('admin.slow_statement_longest', { ms: longest_ms })} ·{' '}
              {t('admin.slow_statement_count', { count })} ·{' '}
              {t('admin.slow_statement_last', {
                date: `${format.date(last_at)} ${last_at.slice(11, 16)} UTC`,
              })}{' '}
              · {role}
            </p>
            <pre className="text-sm wrap-anywhere whitespace-pre-wrap">{statement}</pre>
            {plan && (
              <details>
                <summary className="min-h-11 cursor-pointer font-semibold">
                  {t('admin.slow_statement_plan')}
                </summary>
                <pre className="text-sm wrap-anywhere whitespace-pre-wrap">{plan}</pre>
              </details>
            )}
          </li>
        </Card>
      ))}
    </ul>
  );
}

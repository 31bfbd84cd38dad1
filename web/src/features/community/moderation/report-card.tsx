import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { LocalDate } from '../forum/local-date.tsx';
import { useModeration } from './moderate.ts';
import type { Report } from './read-reports.ts';
import { SuspendDialog } from './suspend-dialog.tsx';

/** A reported text, unformatted, with its reports. */
export function ReportCard({ report }: { report: Report }) {
  const t = useTranslations();
  const { hide, dismiss, isPending } = useModeration();
  const [suspending, setSuspending] = useState(false);
  const { target_kind, target_id, topic_id, topic_title, author_id, author_username } = report;
  const target = { target_kind, target_id };
  const name = author_username ?? t('community.unknown');
  const hidden = report.hidden_at !== null;
  const path = `/forum/topic/${topic_id}${target_kind === 'post' ? `#post-${target_id}` : ''}`;
  return (
    <Card asChild>
      <article aria-label={t('community.post_by', { name })} className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {report.author_suspended && <Badge tone="danger">{t('community.suspended_badge')}</Badge>}
          {hidden && <Badge tone="muted">{t('community.hidden')}</Badge>}
          <Link to={path} className="text-soft underline wrap-anywhere">
            <bdi>{t('community.in_topic', { title: topic_title })}</bdi>
          </Link>
          <span className="text-sm text-soft">
            <LocalDate iso={report.created_at} />
          </span>
        </div>
        <blockquote className="grid max-h-72 gap-1 overflow-y-auto border-s-3 border-highlight ps-4">
          {target_kind === 'topic' && report.title && (
            <p dir="auto" className="font-semibold wrap-anywhere">
              {report.title}
            </p>
          )}
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {report.content}
          </p>
        </blockquote>
        <ReportDetails report={report} />
        <div className="flex flex-wrap gap-3">
          <Button
            variant={hidden ? 'secondary' : 'primary'}
            size="s"
            busy={isPending}
            onClick={() => hide({ ...target, hidden: !hidden })}
          >
            <Icon name={hidden ? 'eye' : 'eye-off'} />
            {t(hidden ? 'community.unhide' : 'community.hide')}
          </Button>
          <Button variant="secondary" size="s" busy={isPending} onClick={() => dismiss(target)}>
            <Icon name="check" />
            {t('community.dismiss')}
          </Button>
          {author_id && !report.author_suspended && (
            <Button variant="danger" size="s" onClick={() => setSuspending(true)}>
              {t('community.suspend')}
            </Button>
          )}
        </div>
        {suspending && author_id && (
          <SuspendDialog id={author_id} name={name} onClose={() => setSuspending(false)} />
        )}
      </article>
    </Card>
  );
}

function ReportDetails({ report }: { report: Report }) {
  const t = useTranslations();
  const { reasons, notes, reporters, report_count } = report;
  return (
    <div className="grid gap-1.5 rounded-m bg-surface-raised p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Icon name="flag" className="text-danger-text" />
        <strong>{t('community.reports_count', { count: report_count })}</strong>
        {[...new Set(reasons)].map((reason) => (
          <Badge key={reason} tone="danger">
            {t(`community.reason_${reason as 'spam'}`)}
          </Badge>
        ))}
      </p>
      {notes.length > 0 && (
        <ul className="grid gap-1">
          {notes.map((note) => (
            <li key={note} dir="auto" className="wrap-anywhere">
              “{note}”
            </li>
          ))}
        </ul>
      )}
      <p className="text-soft wrap-anywhere">
        {t('community.reported_by', { name: reporters.join(', ') })} ·{' '}
        <LocalDate iso={report.first_reported_at} />
      </p>
    </div>
  );
}

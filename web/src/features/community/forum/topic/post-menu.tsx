import { lazy, Suspense, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '#ui/menu.tsx';
import { useModeration } from '../../moderation/moderate.ts';
import { copyLink } from './copy-link.ts';

const ReportDialog = lazy(() => import('../../moderation/report-dialog.tsx'));
const VersionsDialog = lazy(() => import('../../moderation/versions-dialog.tsx'));

export interface PostMenuProps {
  kind: 'topic' | 'post';
  id: string;
  name: string;
  /** Its path on this site. */
  path: string;
  hidden: boolean;
  edited: boolean;
  /** State of a topic that moderators can change. */
  marks?: { locked: boolean; pinned: boolean } | undefined;
  canReport: boolean;
  canModerate: boolean;
}

/** Less common actions on a post: copy link, report, moderate. */
export default function PostMenu(props: PostMenuProps) {
  const { kind, id, name, path, hidden, edited, marks, canReport, canModerate } = props;
  const t = useTranslations();
  const [open, setOpen] = useState<'report' | 'versions' | null>(null);
  const { hide, mark } = useModeration();
  const close = (): void => setOpen(null);
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton icon="dots" label={t('community.actions_for', { name })} />
        </MenuTrigger>
        <MenuContent>
          <MenuItem icon="link" onSelect={() => void copyLink(path, t)}>
            {t('community.copy_link')}
          </MenuItem>
          {canReport && (
            <MenuItem icon="flag" onSelect={() => setOpen('report')}>
              {t('community.report')}
            </MenuItem>
          )}
          {canModerate && (
            <>
              <MenuSeparator />
              <MenuItem
                icon={hidden ? 'eye' : 'eye-off'}
                onSelect={() => hide({ target_kind: kind, target_id: id, hidden: !hidden })}
              >
                {t(hidden ? 'community.unhide' : 'community.hide')}
              </MenuItem>
              {edited && (
                <MenuItem icon="clock" onSelect={() => setOpen('versions')}>
                  {t('community.versions')}
                </MenuItem>
              )}
              {marks && (
                <>
                  <MenuItem icon="lock" onSelect={() => mark({ id, locked: !marks.locked })}>
                    {t(marks.locked ? 'community.unlock' : 'community.lock')}
                  </MenuItem>
                  <MenuItem icon="pin" onSelect={() => mark({ id, pinned: !marks.pinned })}>
                    {t(marks.pinned ? 'community.unpin' : 'community.pin')}
                  </MenuItem>
                </>
              )}
            </>
          )}
        </MenuContent>
      </Menu>
      <Suspense>
        {open === 'report' && <ReportDialog target_kind={kind} target_id={id} onClose={close} />}
        {open === 'versions' && <VersionsDialog target_kind={kind} target_id={id} onClose={close} />}
      </Suspense>
    </>
  );
}

import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { formatMarkdown, type MarkdownFormat } from './format-markdown.ts';
import { MentionList } from './mention-list.tsx';
import { useMentions } from './use-mentions.ts';

/** The reader of Markdown comes along when somebody wants to see. */
const PostText = lazy(() => import('../text/post-text.tsx').then((module) => ({ default: module.PostText })));

type ComposerProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  /** Members of this topic come first among those who can be mentioned. */
  topic_id?: string | undefined;
};

const DRESSES = [
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['quote', 'quote'],
  ['list', 'list'],
  ['code', 'code'],
  ['link', 'link'],
  ['hide_spoiler', 'eye-off'],
] as const satisfies readonly (readonly [MarkdownFormat, string])[];

/** Where people write: Markdown with buttons for those who do not know it, a preview, and names that complete. */
export function Composer({ value, onChange, topic_id, ref, className, ...rest }: ComposerProps) {
  const t = useTranslations();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [previewing, preview] = useState(false);
  const replace = (text: string, from: number, to: number): void => {
    onChange(text);
    // After React has written it: it would put the caret at the end.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from, to);
    });
  };
  const mentions = useMentions({ field, value, topic_id, replace });
  const dress = (how: MarkdownFormat): void => {
    if (!field.current) return;
    const { selectionStart, selectionEnd } = field.current;
    const { text, from, to } = formatMarkdown(how, value, selectionStart, selectionEnd);
    replace(text, from, to);
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="flex gap-1">
          <Side on={!previewing} onClick={() => preview(false)}>
            {t('community.write')}
          </Side>
          <Side on={previewing} onClick={() => preview(true)}>
            {t('community.preview')}
          </Side>
        </div>
        {!previewing && (
          <div role="toolbar" aria-label={t('community.format')} onKeyDown={walk} className="flex flex-wrap">
            {DRESSES.map(([how, icon], at) => (
              <IconButton
                key={how}
                icon={icon}
                label={t(`community.${how}`)}
                tabIndex={at === 0 ? 0 : -1}
                className="size-9 pointer-coarse:size-11"
                onClick={() => dress(how)}
              />
            ))}
          </div>
        )}
      </div>
      {previewing && (
        <div className="min-h-28 rounded-m border border-dashed border-line-strong p-3.5">
          {value.trim() ? (
            <Suspense fallback={<Skeleton className="h-20" />}>
              <PostText source={value} />
            </Suspense>
          ) : (
            <p className="text-soft">{t('community.preview_empty')}</p>
          )}
        </div>
      )}
      <Textarea
        {...rest}
        {...mentions.control(id)}
        ref={(node) => {
          field.current = node;
          if (typeof ref === 'function') ref(node);
          else if (ref) ref.current = node;
        }}
        dir="auto"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          mentions.look();
        }}
        className={cx(previewing && 'hidden', className)}
      />
      <MentionList id={id} {...mentions.list} />
    </div>
  );
}

/** One stop for the tabulator; the arrows go on from there. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons.at((at + step) % buttons.length)?.focus();
}

function Side({ on, ...rest }: ComponentProps<'button'> & { on: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      className={cx(
        'min-h-9 rounded-m px-3 text-sm font-semibold pointer-coarse:min-h-11',
        on ? 'bg-surface-raised text-text' : 'text-soft hover:text-text',
      )}
      {...rest}
    />
  );
}

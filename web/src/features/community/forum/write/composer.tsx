import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { formatMarkdown, type MarkdownFormat } from './format-markdown.ts';
import { MentionList } from './mention-list.tsx';
import { useMentions } from './use-mentions.ts';

/** The Markdown parser is loaded with the first preview. */
const PostText = lazy(() => import('../text/post-text.tsx').then((module) => ({ default: module.PostText })));

type ComposerProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  /** Members who wrote in this topic are suggested first for mentions. */
  topic_id?: string | undefined;
};

const FORMATS = [
  ['bold', 'bold'],
  ['italic', 'italic'],
  ['quote', 'quote'],
  ['list', 'list'],
  ['code', 'code'],
  ['link', 'link'],
  ['hide_spoiler', 'eye-off'],
] as const satisfies readonly (readonly [MarkdownFormat, string])[];

/** A Markdown editor with formatting buttons, a preview and mention suggestions. */
export function Composer({ value, onChange, topic_id, ref, className, ...rest }: ComposerProps) {
  const t = useTranslations();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [previewing, setPreviewing] = useState(false);
  const replace = (text: string, from: number, to: number): void => {
    onChange(text);
    // After React has updated the field, which moves the caret to the end.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from, to);
    });
  };
  const mentions = useMentions({ field, value, topic_id, replace });
  const applyFormat = (format: MarkdownFormat): void => {
    if (!field.current) return;
    const { selectionStart, selectionEnd } = field.current;
    const { text, from, to } = formatMarkdown(format, value, selectionStart, selectionEnd);
    replace(text, from, to);
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="flex gap-1">
          <TabButton selected={!previewing} onClick={() => setPreviewing(false)}>
            {t('community.write')}
          </TabButton>
          <TabButton selected={previewing} onClick={() => setPreviewing(true)}>
            {t('community.preview')}
          </TabButton>
        </div>
        {!previewing && (
          <div
            role="toolbar"
            aria-label={t('community.format')}
            onKeyDown={moveFocus}
            className="flex flex-wrap"
          >
            {FORMATS.map(([format, icon], at) => (
              <IconButton
                key={format}
                icon={icon}
                label={t(`community.${format}`)}
                tabIndex={at === 0 ? 0 : -1}
                className="size-9 pointer-coarse:size-11"
                onClick={() => applyFormat(format)}
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
          mentions.update();
        }}
        className={cx(previewing && 'hidden', className)}
      />
      <MentionList id={id} {...mentions.list} />
    </div>
  );
}

/** The toolbar is one tab stop; arrow keys move between its buttons. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons.at((at + step) % buttons.length)?.focus();
}

function TabButton({ selected, ...rest }: ComponentProps<'button'> & { selected: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      className={cx(
        'min-h-9 rounded-m px-3 text-sm font-semibold pointer-coarse:min-h-11',
        selected ? 'bg-surface-raised text-text' : 'text-soft hover:text-text',
      )}
      {...rest}
    />
  );
}

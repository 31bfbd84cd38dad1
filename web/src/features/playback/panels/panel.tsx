import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { type PanelName, usePlayer } from '../player-context.ts';

interface PanelProps {
  title: string;
  /** The panel that the back button opens; none on the first one. */
  back?: PanelName;
  children: ReactNode;
}

/** A menu over the picture, at the bottom of the screen on phones. Playback continues. */
export function Panel({ title, back, children }: PanelProps) {
  const t = useTranslations();
  const { open, panel } = usePlayer();
  const box = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new panel takes the focus.
  useEffect(() => {
    const first =
      box.current?.querySelector<HTMLElement>(
        '[data-panel-body] :is(input:checked, [aria-current="true"])',
      ) ?? box.current?.querySelector<HTMLElement>('[data-panel-body] :is(button, input, a[href])');
    (first ?? box.current?.querySelector('button'))?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'nearest' });
  }, [panel]);

  useEffect(() => {
    const closeOutside = (event: PointerEvent): void => {
      if (!(event.target instanceof Element) || event.target.closest('[data-panel], [data-opens]')) return;
      open(null);
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [open]);

  return (
    <section
      ref={box}
      data-panel
      aria-label={title}
      className="absolute inset-x-0 bottom-0 z-20 flex max-h-[75dvh] animate-rise flex-col rounded-t-l border border-line bg-surface/97 shadow-shade sm:inset-x-auto sm:end-6 sm:bottom-32 sm:max-h-[min(34rem,calc(100dvh-11rem))] sm:w-96 sm:rounded-l"
    >
      <header className="flex items-center gap-1 border-b border-line px-2 py-1.5">
        {back ? (
          <IconButton icon="chevron-left" label={t('playback.back')} onClick={() => open(back)} />
        ) : (
          <span className="w-2" />
        )}
        <h2 className="flex-1 text-lg">{title}</h2>
        <IconButton icon="close" label={t('playback.close')} onClick={() => open(null)} />
      </header>
      <div
        data-panel-body
        className="min-h-0 overflow-y-auto overscroll-contain p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
      >
        {children}
      </div>
    </section>
  );
}

interface RadioGroupProps<Value> {
  name: string;
  /** For screen readers, and visible with `labelShown`. */
  label: string;
  labelShown?: boolean;
  value: Value;
  choices: readonly { value: Value; text: string; note?: string | undefined }[];
  onChoose: (value: Value) => void;
}

/** Native radio buttons, which work with arrow keys, screen readers and remote controls. */
export function RadioGroup<Value extends string | number | null>(props: RadioGroupProps<Value>) {
  const { name, label, labelShown, value, choices, onChoose } = props;
  return (
    <fieldset className="min-w-0">
      <legend className={labelShown ? 'px-3 pt-2 pb-1 text-sm font-semibold text-soft' : 'sr-only'}>
        {label}
      </legend>
      {choices.map((choice) => (
        <label
          key={String(choice.value)}
          className="relative flex min-h-11 items-center gap-3 rounded-m px-3 py-1.5 hover:bg-surface-raised has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-(--focus)"
        >
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="peer absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          <Icon name="check" className="text-highlight-text opacity-0 peer-checked:opacity-100" />
          <span className="flex-1 font-medium">{choice.text}</span>
          {choice.note && <span className="text-sm text-soft tabular-nums">{choice.note}</span>}
        </label>
      ))}
    </fieldset>
  );
}

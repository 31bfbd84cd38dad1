import { type DragEvent, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { FileInput } from './file-input.tsx';

interface FilePickerProps {
  label: string;
  hint: string;
  more?: string | undefined;
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
}

/** A drop zone for a file, with a button as alternative. */
export function FilePicker({ label, hint, more, accept, disabled = false, onFile }: FilePickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const handleDrag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without a pointer.
    <div
      onDragOver={handleDrag(true)}
      onDragLeave={handleDrag(false)}
      onDrop={(event) => {
        handleDrag(false)(event);
        const [file] = event.dataTransfer.files;
        if (file && !disabled) onFile(file);
      }}
      className={cx(
        'grid justify-items-start gap-3 rounded-m border border-dashed p-5 transition-colors',
        over ? 'border-highlight bg-surface-raised' : 'border-line-strong',
      )}
    >
      <Button
        variant={more ? 'secondary' : 'primary'}
        disabled={disabled}
        onClick={() => input.current?.click()}
        aria-describedby={`${id}-hint`}
      >
        <Icon name="upload" />
        {label}
      </Button>
      <p id={`${id}-hint`} className="text-sm text-soft">
        {hint} {more}
      </p>
      <FileInput ref={input} accept={accept} label={label} onFile={onFile} />
    </div>
  );
}

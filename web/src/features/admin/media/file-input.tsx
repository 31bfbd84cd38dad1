import type { Ref } from 'react';

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  accept: string;
  label: string;
  onFile: (file: File) => unknown;
}

/** A hidden file input, opened by a button through its ref. */
export function FileInput({ ref, accept, label, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        // Cleared, so that choosing the same file again fires a change event.
        target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

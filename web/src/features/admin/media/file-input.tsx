import type { Ref } from 'react';

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  accept: string;
  label: string;
  onFile: (file: File) => unknown;
}

/** What a button clicks for somebody who chooses a file. */
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
        // The same file can be chosen again after a refusal.
        target.value = '';
        if (file) onFile(file);
      }}
    />
  );
}

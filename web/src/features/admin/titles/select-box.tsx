import { Checkbox } from '#ui/checkbox.tsx';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** Selects rows of a table; its label is for screen readers. */
export function SelectBox({ label, ...box }: SelectBoxProps) {
  return <Checkbox label={<span className="sr-only">{label}</span>} {...box} />;
}

import { type ReactNode, useId } from 'react';

export interface ArtProps {
  className?: string | undefined;
}

interface Sheet extends ArtProps {
  /** Behind the sheet, visible through its cuts. */
  behind?: ReactNode;
  /** The sheet's outline, in shapes. */
  iron: ReactNode;
  /** What the chisel takes away. A shape filled white puts iron back. */
  cuts: ReactNode;
  /** Painted on top. */
  front?: ReactNode;
}

/**
 * A drawing in fer découpé, 400 × 400: one sheet of iron in the colour of the text, its cuts open to whatever
 * lies below, so that the same piece hangs on the night and on the chalk wall.
 */
export function CutMetal({ className, behind, iron, cuts, front }: Sheet) {
  const id = useId();
  return (
    <svg
      viewBox="0 0 400 400"
      className={className}
      color="var(--text, inherit)"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {behind}
      <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width="400" height="400">
        <g fill="#fff" stroke="#fff" strokeWidth="0">
          {iron}
        </g>
        <g fill="#000" stroke="#000" strokeWidth="0">
          {cuts}
        </g>
      </mask>
      <path fill="currentColor" mask={`url(#${id})`} d="M0 0h400v400H0z" />
      {front}
    </svg>
  );
}

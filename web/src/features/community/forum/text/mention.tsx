/** A mentioned member. */
export function Mention({ name }: { name: string }) {
  return <bdi className="rounded-s bg-surface-raised px-1 font-medium text-highlight-text">{name}</bdi>;
}

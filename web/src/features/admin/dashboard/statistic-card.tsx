import { Card } from '#ui/card.tsx';

/** One number with its name. */
export function StatisticCard({
  title,
  value,
  level: Heading,
}: {
  title: string;
  value: string;
  level: 'h2' | 'h3';
}) {
  return (
    <Card className="grid content-center">
      <Heading className="text-sm font-semibold text-soft">{title}</Heading>
      <p className="font-display text-title leading-tight font-[750] tabular-nums">{value}</p>
    </Card>
  );
}

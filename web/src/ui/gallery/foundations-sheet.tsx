import { SectionHead } from '../section-head.tsx';
import { Specimen } from './specimen.tsx';

const colours = [
  ['bg', 'bg-bg text-text'],
  ['surface', 'bg-surface text-text'],
  ['surface-raised', 'bg-surface-raised text-text-soft'],
  ['action', 'bg-action text-on-action'],
  ['highlight', 'bg-highlight text-on-highlight'],
  ['free', 'bg-free text-on-free'],
  ['indigo', 'bg-indigo text-on-indigo'],
] as const;

export function FoundationsSheet() {
  return (
    <section className="grid gap-6" aria-label="Foundations">
      <SectionHead title="Colours, fonts, patterns" />
      <Specimen name="tokens">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
          {colours.map(([name, dress]) => (
            <li key={name} className={`grid h-24 content-end rounded-m border border-line p-3 ${dress}`}>
              <span className="text-sm font-semibold">{name}</span>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="text-display, text-title, text-heading, text-soft">
        <p className="font-display text-display font-[750]">Vwa pèp la</p>
        <p className="font-display text-title font-[750]">Où la mer se souvient</p>
        <p className="font-display text-heading font-[750]">Soirée dans la cour</p>
        <p className="max-w-prose text-soft">
          Aswè nan lakou a: pwojektè a limen, limyè a cho, tout moun la. È, ò, é, à, ç, œ.
        </p>
      </Specimen>
      <Specimen name="sequins, taptap-band">
        <div className="sequins grid h-28 place-items-center rounded-l bg-surface" />
        <div className="taptap-band w-full" />
      </Specimen>
    </section>
  );
}

import type { QualityInput } from '@lakou/contract/playback/inputs';
import { QUALITY_SHARE } from '@lakou/contract/playback/limits';
import { createQualityMeter, type QualityMeter } from './quality-meter.ts';

/** A meter for the share of playbacks that report. */
export function createSampledMeter(): QualityMeter | null {
  return Math.random() < QUALITY_SHARE ? createQualityMeter(() => performance.now()) : null;
}

/** Sends what has been added up. A report that is lost is not sent again: others say the same. */
export function reportQuality(meter: QualityMeter, id: string, codecs: string): void {
  const numbers = meter.take();
  if (!numbers) return;
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const report: QualityInput = { id, codec: codecOf(codecs), zone, ...numbers };
  navigator.sendBeacon('/playback-quality', JSON.stringify(report));
}

function codecOf(codecs: string): QualityInput['codec'] {
  if (codecs.startsWith('av01')) return 'av1';
  return codecs.startsWith('avc1') ? 'h264' : 'other';
}

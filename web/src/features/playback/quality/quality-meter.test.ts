import { qualityInput } from '@lakou/contract/playback/inputs';
import { expect, test } from 'vitest';
import { createQualityMeter } from './quality-meter.ts';

const report = { id: 'c0ffee00-0000-4000-8000-000000000001', zone: 'America/Port-au-Prince', codec: 'h264' };

function open() {
  let time = 0;
  const meter = createQualityMeter(() => time);
  return {
    meter,
    pass(ms: number): void {
      time += ms;
    },
  };
}

test('a playback reports its first picture once, and nothing while it is paused', () => {
  const { meter } = open();
  meter.onPicture(1234.4);
  meter.onPicture(9999);
  expect(meter.take()).toMatchObject({ begins: true, first_picture_ms: 1234, played_ms: 0 });
  expect(meter.take()).toBeNull();
});

test('waiting counts as a stall after the first picture, but not for it and not after a seek', () => {
  const { meter, pass } = open();
  meter.onWaiting();
  pass(500);
  meter.onPicture(500);
  meter.onPlaying();
  meter.onSeeking();
  meter.onWaiting();
  pass(700);
  meter.onPlaying();
  meter.onWaiting();
  meter.onWaiting();
  pass(2000);
  meter.onPlaying();
  expect(meter.take()).toMatchObject({ stalls: 1, stalled_ms: 2000 });
});

test('a stall that goes on is reported with each report, and counted once', () => {
  const { meter, pass } = open();
  meter.onPicture(1);
  meter.onWaiting();
  pass(1000);
  expect(meter.take()).toMatchObject({ stalls: 1, stalled_ms: 1000 });
  pass(500);
  expect(meter.take()).toMatchObject({ begins: false, stalls: 0, stalled_ms: 500 });
});

test('time played and its rung are added up without seeks', () => {
  const { meter } = open();
  meter.onTime(10, 1, 300);
  meter.onTime(11, 1, 300);
  meter.onTime(100, 1, 300);
  meter.onTime(101, 2, null);
  expect(meter.take()).toMatchObject({ played_ms: 1500, rung_ms: 1000, kilobits: 300 });
});

test('whatever happens, a report is one that the server takes', () => {
  const { meter, pass } = open();
  meter.onPicture(10_000_000);
  for (let n = 0; n < 1000; n += 1) {
    meter.onTime(n, 1, 1_000_000);
    meter.onWaiting();
    pass(10_000);
    meter.onPlaying();
    meter.onError();
  }
  const numbers = meter.take();
  expect(qualityInput.safeParse({ ...report, ...numbers }).success).toBe(true);
  expect(JSON.stringify({ ...report, ...numbers }).length).toBeLessThan(400);
});

/** What players reported, added up. Times in milliseconds; see private.playback_quality. */
export interface QualitySums {
  playbacks: number;
  pictures: number;
  first_picture_ms: number;
  slow_pictures: number;
  stalls: number;
  stalled_ms: number;
  played_ms: number;
  rung_ms: number;
  kilobits: number;
  errors: number;
}

export interface QualityRow extends QualitySums {
  value: string;
  /** Of a title; null when it is deleted. */
  title: { kind: 'movie' | 'series'; name: string | null } | null;
}

/** What `rpc('admin_quality')` returns. */
export interface PlaybackQuality {
  days: (QualitySums & { day: string })[];
  countries: QualityRow[];
  devices: QualityRow[];
  codecs: QualityRow[];
  titles: QualityRow[];
}

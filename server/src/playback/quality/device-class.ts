import type { DeviceClass } from '@lakou/contract/playback/limits';

export function deviceClass(userAgent = ''): DeviceClass {
  if (/\b(SmartTV|SMART-TV|Tizen|Web0S|AppleTV|GoogleTV|BRAVIA|CrKey|AFT\w+)\b|\bTV\b/i.test(userAgent))
    return 'tv';
  if (/iPad|Tablet|Android(?!.*\bMobile\b)/.test(userAgent)) return 'tablet';
  return /Mobi|iPhone|iPod/.test(userAgent) ? 'phone' : 'computer';
}

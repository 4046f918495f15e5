/** Browser and system of a User-Agent in words: enough for a member to recognise their own sessions, and nothing to tell people apart by. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'], [/\bOPR\//, 'Opera'], [/\bSamsungBrowser\//, 'Samsung Internet'], [/\b(?:Firefox|FxiOS)\//, 'Firefox'], [/\b(?:Chrome|CriOS)\//, 'Chrome'], [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'], [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'], [/\bWindows\b/, 'Windows'], [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'], [/\bCrOS\b/, 'ChromeOS'], [/\bLinux\b/, 'Linux'],
];

export function deviceOf(userAgent: string): string {
  const named = (list: typeof browsers): string | undefined => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser === undefined && system === undefined) return 'Unknown device';
  return `${browser ?? 'Unknown browser'} on ${system ?? 'an unknown system'}`;
}

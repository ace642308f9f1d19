/** The first that is found counts: most browsers also call themselves what they want to be taken for. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|Opera Mini|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUC ?Browser\//, 'UC Browser'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bPHX\//, 'Phoenix'],
  [/\b(?:MiuiBrowser|XiaoMi)\//, 'Mi Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bKAIOS\//, 'KaiOS'],
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** A program that is no browser names itself first: `curl/8.5`, `okhttp/4.12`. */
const PROGRAM = /^([A-Za-z][\w.-]{1,30})\/\d/

/** What a browser calls itself, in the words of people: `Chrome on Android`. Null when it says nothing we know. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? programOf(userAgent)
}

const nameIn = (known: typeof BROWSERS, userAgent: string): string | null =>
  known.find(([sign]) => sign.test(userAgent))?.[1] ?? null

function programOf(userAgent: string): string | null {
  const name = PROGRAM.exec(userAgent)?.[1] ?? null
  return name === 'Mozilla' ? null : name
}

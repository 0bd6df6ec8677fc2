/** The first that matches names the browser: many call themselves by each other's names, so the order counts. */
const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /^(?=.*\bVersion\/\d).*\bSafari\//],
]

const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (names: typeof browsers, userAgent: string) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]

/**
 * A browser's name as people say it: 'Chrome on Windows'. A guess, as every reading of a user agent is.
 * @returns 'Unknown device' where nothing is known, a program's own first word ('curl') for programs
 */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  const program = /^[A-Za-z][\w.-]*/.exec(userAgent)?.[0]
  return browser ?? system ?? (program === 'Mozilla' ? undefined : program) ?? 'Unknown device'
}

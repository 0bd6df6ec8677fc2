export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export const shortId = (id: string) => id.slice(0, 8)

/** One line of limited length, since plain SQL may have left anything. */
export const short = (text: string, most: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, most)

const kilo = 1024

/** '3.4 MB' */
export function sizeText(bytes: number): string {
  const mega = bytes / kilo / kilo
  const [amount, unit] = mega >= 1 ? [mega, 'MB'] : [bytes / kilo, 'kB']
  return `${amount.toLocaleString('en-GB', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`
}

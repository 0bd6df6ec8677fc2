/** Numbers of invoices and repairs that the text of a transfer names, however people write them. */

/** Numbers without what people leave out or put in: 'inv 2026/00042' and 'INV-2026-00042' are one. */
const normal = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** What people write for 'INV', and between it and the number. */
const INVOICE =
  /(?:INV(?:OICE|\.)?|BILL|RECHNUNG(?:S-?NR)?|RE-?NR|FACTUUR(?:NR)?|FACTURE|FATTURA|FACTURA|ARVE|LASKU)[\s\p{Pd}/.:#]{0,3}(?:(?:NO|NR|NUMBER|NUM|N[°º])[\s.:#]{0,3})?(\d{4})[\s\p{Pd}/.]{0,3}(\d{1,9})(?!\d)/gu
/** A number without its word: a year, and at least five digits. */
const BARE = /(?<![\p{L}\d])(20\d{2})[\p{Pd}/](\d{5,9})(?!\d)/gu
const REPAIR = /REP(?:AIR|\.)?[\s\p{Pd}/.:#]{0,3}(?:(?:NO|NR|NUMBER)[\s.:#]{0,3})?(\d{1,12})(?!\d)/gu
/** Banks break long texts where they like. */
const BROKEN = /(?:INV|INVOICE)(20\d{2})(\d{5})|REP(?:AIR)?(\d{5})/g

const MAY_NAME = /I\s?N\s?V|R\s?E\s?P|BILL|RECHN|RE-?NR|FACT|FATT|ARVE|LASKU|20\d{2}[\p{Pd}/]/iu

const invoice = (year: string, place: string) => `INV${year}${String(Number(place)).padStart(5, '0')}`

/** As they are compared: 'INV202600042', 'REP10007'. */
export function namedNumbers(text: string): string[] {
  const found: string[] = []
  // Most texts of a bank's file name nothing.
  if (!MAY_NAME.test(text)) return found
  const upper = text.normalize('NFKC').toUpperCase()
  for (const [, year = '', place = ''] of upper.matchAll(INVOICE)) found.push(invoice(year, place))
  for (const [, year = '', place = ''] of upper.matchAll(BARE)) found.push(invoice(year, place))
  for (const [, digits = ''] of upper.matchAll(REPAIR)) found.push(`REP${digits}`)
  // One that is whole needs no other look.
  if (found.length > 0 && !/\s/.test(text)) return found
  for (const [, year, place = '', repair] of normal(upper).matchAll(BROKEN))
    found.push(year === undefined ? `REP${repair}` : invoice(year, place))
  return found
}

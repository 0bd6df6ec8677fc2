import { BankFileFault } from './bank-file-fault'

export type BankFormat = 'CSV' | 'OFX' | 'MT940' | 'CAMT.053'

const EXPORT = 'Export it from the bank as CSV, CAMT.053, MT940 or OFX.'

const refusals: readonly (readonly [RegExp, string])[] = [
  [/^%PDF/, `This is a PDF, which is for reading. ${EXPORT}`],
  [/^PK[\u0003\u0005]/, `This is an Excel workbook or an archive. Unpack it, or save the sheet as CSV. ${EXPORT}`],
  [/^(?:\u00D0\u00CF\u0011\u00E0|\uFFFD{2}\u0011\uFFFD)/, 'This is an old Excel workbook. Open it and save the sheet as CSV.'],
  [/^\s{0,20}<(?:!doctype html|html|table|meta)/i, `This is a web page, whatever its name ends with. ${EXPORT}`],
  [/^\s{0,20}!(?:Type|Account|Option|Clear)/i, `This is QIF, which says neither the currency nor the order of days. ${EXPORT}`],
  [/^\s{0,20}[{[]\s{0,20}(?:["{[\]}]|$)/, `This is JSON. ${EXPORT}`],
  [/^01,[^\r\n]{5,80}\/[\r\n]+02,/, `This is BAI2. ${EXPORT}`],
  [/^0000\d{7}05/, `This is CODA. ${EXPORT}`],
  [
    /^\s{0,200}<(?:\?xml[^>]{0,200}>\s{0,200})?(?:<!--[\s\S]{0,500}?-->\s{0,200})?<?[\w:]{0,20}Document[^>]{0,500}camt\.05[24]/i,
    `This is a report of the day (CAMT.052 or CAMT.054), not a statement. ${EXPORT}`,
  ],
  [/:13D:[\s\S]{0,2000}:34F:|:34F:[\s\S]{0,2000}:13D:/, `This is MT942, a report of the day. Export MT940, the statement, or CSV.`],
]

/** @throws {BankFileFault} for a format that is refused, with its name */
export function formatOf(text: string): BankFormat {
  const head = text.slice(0, 4_000)
  for (const [pattern, sentence] of refusals) if (pattern.test(head)) throw new BankFileFault(sentence)
  if (/^\s{0,20}OFXHEADER|<OFX>/i.test(head)) return 'OFX'
  if (/camt\.053/i.test(head) && head.includes('<')) return 'CAMT.053'
  if (/^\s{0,20}<\?xml/i.test(head)) throw new BankFileFault(`This XML is no bank statement that is known. ${EXPORT}`)
  if (/(?:^|\n|\r|\})\s{0,4}:20:/.test(head) && /(?:^|\n|\r):(?:25|28C?|60[FM]):/.test(head)) return 'MT940'
  return 'CSV'
}

import { decodeTree } from '~/server/platform/files/decode-xml'
import type { TreeForm } from '~/server/platform/files/decoder/answer'
import type { Services } from '~/server/services'
import { MOST_BANK_ROWS } from '~/contracts/billing/bank'
import type { BankEntries } from './bank-entries'
import { BankFileFault } from './bank-file-fault'
import { type BankFormat, formatOf } from './bank-formats'
import { readCamt } from './read-camt'
import { readMt940 } from './read-mt940'
import { readOfx } from './read-ofx'

/** Reads a bank's file in the formats that are decoded in a child process. */

const readers: Record<Exclude<BankFormat, 'CSV'>, { form: TreeForm; read: (tree: unknown) => BankEntries }> = {
  'CAMT.053': { form: 'statement-xml', read: readCamt },
  MT940: { form: 'mt940', read: readMt940 },
  OFX: { form: 'ofx', read: readOfx },
}

/**
 * @returns null for CSV
 * @throws {BankFileFault} with a sentence for people; SERVICE_UNAVAILABLE if no child process can read it now
 */
export async function readStatement(text: string, { log }: Pick<Services, 'log'>): Promise<BankEntries | null> {
  const format = formatOf(text)
  if (format === 'CSV') return null
  const { form, read } = readers[format]
  const tree = await decodeTree(form, text, { log })
  if (tree === null) throw new BankFileFault(`This file begins as ${format} and cannot be read as such: it may be cut off.`)
  const found = read(tree)
  if (found.entries.length > MOST_BANK_ROWS) throw new BankFileFault(`A file of at most ${MOST_BANK_ROWS.toLocaleString('en-GB')} entries`)
  return found
}

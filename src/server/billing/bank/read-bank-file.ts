import type { BankMapping, BankSketch } from '~/contracts/billing/bank-accounts'
import { codedError, fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'
import { accountOf, type KnownAccount } from './bank-accounts'
import { BankFileFault } from './bank-file-fault'
import type { BankEntries } from './bank-entries'
import { formatOf, type BankFormat } from './bank-formats'
import { mappedHeader, sketchBank } from './map-columns'
import { linesOf, type ParsedFile, readBankCsv } from './parse-bank-file'
import { readCsv } from './read-csv'
import { bankText } from './read-text'
import { decodeTree } from '~/server/platform/files/decode-xml'
import type { TreeForm } from '~/server/platform/files/decoder/answer'
import { MOST_BANK_ROWS } from '~/contracts/billing/bank'
import { readCamt } from './read-camt'
import { readMt940 } from './read-mt940'
import { readOfx } from './read-ofx'

const readers: Record<Exclude<BankFormat, 'CSV'>, { form: TreeForm; read: (tree: unknown) => BankEntries }> = {
  'CAMT.053': { form: 'statement-xml', read: readCamt },
  MT940: { form: 'mt940', read: readMt940 },
  OFX: { form: 'ofx', read: readOfx },
}

/** @returns null for CSV @throws {BankFileFault} with a sentence for people; SERVICE_UNAVAILABLE if no child process is free */
async function readStatement(text: string, { log }: Pick<Services, 'log'>): Promise<BankEntries | null> {
  const format = formatOf(text)
  if (format === 'CSV') return null
  const { form, read } = readers[format]
  const tree = await decodeTree(form, text, { log })
  if (tree === null) throw new BankFileFault(`This file begins as ${format} and cannot be read as such: it may be cut off.`)
  const found = read(tree)
  if (found.entries.length > MOST_BANK_ROWS) throw new BankFileFault(`A file of at most ${MOST_BANK_ROWS.toLocaleString('en-GB')} entries`)
  return found
}

interface SentFile {
  csv?: string | undefined
  /** Base64. */
  bytes?: string | undefined
  accountId?: string | undefined
}

type Reading = Pick<Services, 'db' | 'log'>

const textOf = ({ csv, bytes }: SentFile) => (csv === undefined ? bankText(Buffer.from(bytes ?? '', 'base64')) : csv.replace(/^\uFEFF/, ''))

/** `columns_unknown` marks a file that a mapping would make readable. */
function refusal(error: unknown): unknown {
  if (!(error instanceof BankFileFault)) return error
  return error.needsColumns
    ? codedError('BAD_REQUEST', 'columns_unknown', error.message)
    : fieldError('validation_failed', 'csv', error.message)
}

function entriesOf(text: string, mapping: BankMapping | null): BankEntries {
  const mapped = mapping && mappedHeader(text, mapping)
  if (!mapped) return readBankCsv(text)
  try {
    return readCsv(mapped)
  } catch (error) {
    // The mapping may be at fault, and can be changed.
    throw error instanceof BankFileFault ? new BankFileFault(error.message, true) : error
  }
}

/** @throws BAD_REQUEST with a sentence for people; NOT_FOUND for the account; SERVICE_UNAVAILABLE */
export async function readBankFile(call: Reading, file: SentFile, today: string): Promise<ParsedFile & { account: KnownAccount | null }> {
  const chosen = await accountOf(call, file.accountId, null)
  try {
    const text = textOf(file)
    const entries = (await readStatement(text, call)) ?? entriesOf(text, chosen?.mapping ?? null)
    const { accountNumber } = entries
    if (chosen?.number && accountNumber !== null && chosen.number !== accountNumber)
      throw new BankFileFault(`This file is of the account ${accountNumber}, and ${chosen.name} is ${chosen.number}.`)
    const account = chosen ?? (await accountOf(call, undefined, accountNumber))
    return { ...linesOf(entries, today, account?.currency), account }
  } catch (error) {
    throw refusal(error)
  }
}

/** The given mapping, the account's if it fits, or a guess. @throws BAD_REQUEST for a file that is no table; NOT_FOUND for the account */
export async function sketchBankFile(
  call: Reading,
  { mapping, ...file }: SentFile & { mapping?: BankMapping | undefined },
): Promise<BankSketch> {
  const remembered = (await accountOf(call, file.accountId, null))?.mapping
  try {
    const text = textOf(file)
    const format = formatOf(text)
    if (format !== 'CSV') throw new BankFileFault(`This file is ${format}, whose fields are known.`)
    return sketchBank(text, mapping ?? (remembered && mappedHeader(text, remembered) ? remembered : undefined))
  } catch (error) {
    throw refusal(error)
  }
}

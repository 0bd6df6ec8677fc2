import { BankFileFault } from './bank-file-fault'
import { type BankEntries, type BankEntry, joinTexts, leaveOut, LONGEST_CELL } from './bank-entries'
import { dayOf } from './read-day'
import { moneyOf } from './read-money'
import { type MarkedEntry, withoutReverted } from './reverted'
import { below, textAt, textsAt } from './statement-tree'

/**
 * Reads CAMT.053 statements, of any version from 001.02 on.
 * @see https://www.iso20022.org/iso-20022-message-definitions (bank-to-customer cash management)
 */

const statusOf = (entry: unknown) => textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts') || 'BOOK'

const isSaid = (text: string) => text !== 'NOTPROVIDED' && text !== 'NONREF'

function textsOf(details: unknown): Pick<BankEntry, 'description' | 'reference'> {
  const names = [...textsAt(details, 'RltdPties', 'Dbtr', 'Nm'), ...textsAt(details, 'RltdPties', 'Dbtr', 'Pty', 'Nm')]
  const structured = textsAt(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')
  const free = textsAt(details, 'RmtInf', 'Ustrd')
  const own = textsAt(details, 'Refs', 'EndToEndId').filter(isSaid)
  return {
    description: joinTexts([...names, ...textsAt(details, 'AddtlTxInf')]),
    reference: joinTexts([...free, ...structured, ...own]),
  }
}

/** References that a payment and its reversal share. */
const keysOf = (details: unknown) =>
  ['EndToEndId', 'TxId', 'InstrId', 'AcctSvcrRef', 'UETR'].flatMap((name) => textsAt(details, 'Refs', name).filter(isSaid))

const amountAt = (of: unknown, ...path: string[]): { amount: number; currency: string } | null => {
  const [element] = below(of, ...path)
  const money = element === undefined ? null : moneyOf(textAt({ element }, 'element'), '.')
  const currency = textAt(element, '@Ccy')
  return money === null || currency === '' ? null : { amount: money.amount, currency }
}

/** A sum booking may hold several payments with their own amounts. */
function parts(entry: unknown, whole: { amount: number; currency: string }) {
  const details = below(entry, 'NtryDtls', 'TxDtls')
  if (details.length < 2) return null
  const amounts = details.map((each) => amountAt(each, 'Amt') ?? amountAt(each, 'AmtDtls', 'TxAmt', 'Amt'))
  const cents = amounts.reduce((sum, each) => sum + Math.round((each?.amount ?? 0) * 100), 0)
  const isWhole = amounts.every((each) => each?.currency === whole.currency) && cents === Math.round(whole.amount * 100)
  return isWhole ? details.map((each, index) => ({ details: each, amount: amounts[index]?.amount ?? 0 })) : null
}

/** @throws {BankFileFault} for a file that is no statement, and naming an unreadable entry */
export function readCamt(tree: unknown): BankEntries {
  const statements = below(tree, 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw new BankFileFault('This XML has no bank statement (CAMT.053) in it, or is cut off.')
  const leftOut: BankEntries['leftOut'] = new Map()
  const accounts = new Set<string>()
  const entries: MarkedEntry[] = []
  let row = 0
  for (const statement of statements) {
    accounts.add(textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'))
    for (const entry of below(statement, 'Ntry')) {
      row += 1
      const status = statusOf(entry)
      if (status !== 'BOOK') {
        leaveOut(leftOut, status === 'PDNG' || status === 'FUTR' ? 'pending' : 'unknownState')
        continue
      }
      const side = textAt(entry, 'CdtDbtInd')
      // The side is the reversal's: a credited one takes a debit back.
      const isReversal = /^(?:true|1)$/.test(textAt(entry, 'RvslInd'))
      const whole = amountAt(entry, 'Amt')
      const bookedOn = dayOf(
        textAt(entry, 'BookgDt', 'Dt') ||
          textAt(entry, 'BookgDt', 'DtTm') ||
          textAt(entry, 'ValDt', 'Dt') ||
          textAt(entry, 'ValDt', 'DtTm'),
      )
      if (whole === null) throw new BankFileFault(`Entry ${row} has no amount that can be read.`)
      if (side !== 'CRDT' && side !== 'DBIT') throw new BankFileFault(`Entry ${row} does not say whether money came in or went out.`)
      if (bookedOn === null) throw new BankFileFault(`Entry ${row} has no date that can be read.`)
      const sign = side === 'CRDT' ? 1 : -1
      const more = textsAt(entry, 'AddtlNtryInf')
      const several = sign === 1 ? parts(entry, whole) : null
      for (const part of several ?? [{ details: below(entry, 'NtryDtls', 'TxDtls'), amount: whole.amount }]) {
        const { description, reference } = textsOf(part.details)
        entries.push({
          row,
          bookedOn,
          amount: sign * part.amount,
          currency: whole.currency,
          description: several ? description : joinTexts([description, ...more]),
          reference: (reference || textsAt(entry, 'AcctSvcrRef')[0] || '').slice(0, LONGEST_CELL),
          isReversal,
          keys: keysOf(part.details),
        })
      }
    }
  }
  const [account = ''] = accounts
  return {
    format: 'CAMT.053',
    bank: null,
    accountNumber: accounts.size === 1 && account !== '' ? account.replaceAll(/\s/g, '').toUpperCase().slice(0, 40) : null,
    entries: withoutReverted(entries, leftOut),
    leftOut,
    days: null,
  }
}

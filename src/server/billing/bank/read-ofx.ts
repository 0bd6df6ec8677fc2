import { BankFileFault } from './bank-file-fault'
import { type BankEntries, type BankEntry, joinTexts, leaveOut } from './bank-entries'
import { dayOf } from './read-day'
import { moneyOf } from './read-money'
import { below, textAt } from './statement-tree'

/**
 * Reads OFX statements of bank accounts and cards, of version 1 and 2.
 * @see https://financialdataexchange.org/ofx (OFX 2.3, chapter 11)
 */

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The parser leaves most entities. */
const withoutEntities = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,6})|(amp|lt|gt|quot|apos|nbsp));/g, (_, code: string | undefined, name: string | undefined) => {
    const point = Number(code)
    return name === undefined ? (point > 31 && point < 0xd800 ? String.fromCodePoint(point) : ' ') : (ENTITIES[name] ?? ' ')
  })

/** @throws {BankFileFault} for a file that is no statement, and naming an unreadable entry */
export function readOfx(tree: unknown): BankEntries {
  const statements = [
    ...below(tree, 'OFX', 'BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS'),
    ...below(tree, 'OFX', 'CREDITCARDMSGSRSV1', 'CCSTMTTRNRS', 'CCSTMTRS'),
  ]
  if (statements.length === 0) throw new BankFileFault('This OFX file has no statement of an account in it, or is cut off.')
  const leftOut: BankEntries['leftOut'] = new Map()
  const accounts = new Set<string>()
  const entries: BankEntry[] = []
  let row = 0
  for (const statement of statements) {
    accounts.add(textAt(statement, 'BANKACCTFROM', 'ACCTID') || textAt(statement, 'CCACCTFROM', 'ACCTID'))
    const accountCurrency = textAt(statement, 'CURDEF').toUpperCase()
    leaveOut(leftOut, 'pending', below(statement, 'BANKTRANLISTP', 'STMTTRNP').length)
    for (const entry of below(statement, 'BANKTRANLIST', 'STMTTRN')) {
      row += 1
      const money = moneyOf(textAt(entry, 'TRNAMT').replace(/^([+-]?\d+),(\d{1,2})$/, '$1.$2'), '.')
      const bookedOn = dayOf(textAt(entry, 'DTPOSTED').slice(0, 8))
      if (money === null) throw new BankFileFault(`Entry ${row} has no amount that can be read.`)
      if (bookedOn === null) throw new BankFileFault(`Entry ${row} has no date that can be read.`)
      const text = (...path: string[]) => withoutEntities(textAt(entry, ...path))
      entries.push({
        row,
        bookedOn,
        amount: money.amount,
        // The entry's own currency counts; its original currency does not.
        currency: textAt(entry, 'CURRENCY', 'CURSYM').toUpperCase() || accountCurrency || null,
        description: joinTexts([text('NAME'), text('PAYEE', 'NAME'), text('EXTDNAME')]),
        reference: joinTexts([text('MEMO'), text('REFNUM'), text('CHECKNUM')]),
      })
    }
  }
  const [account = ''] = accounts
  return {
    format: 'OFX',
    bank: null,
    accountNumber: accounts.size === 1 && account !== '' ? account.replaceAll(/\s/g, '').toUpperCase().slice(0, 40) : null,
    entries,
    leftOut,
    days: null,
  }
}

// @module-tag full
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookName, bookNames } from '~/contracts/billing/books'
import { book } from '~/server/billing/books/book-formats'
import { sendFile } from '~/server/platform/csv/write-csv'
import { hasProgram, missingPrograms, runProgram } from '../setup/books-programs'
import { openPaymentsShop, type PaymentsShop } from '../setup/payments-shop'

/** The files of the books in the programs that bookkeepers open them with: an invoice of 120, paid with 50, and one that is credited. */

let shop: PaymentsShop
let folder: string
let server: Server
const period = { from: '2026-11-01', to: '2026-11-30' }

beforeAll(async () => {
  shop = await openPaymentsShop()
  const [admin, customer] = [await shop.signIn('admin'), await shop.signIn('customer')]
  const issue = async (total: number) => {
    const repair = await shop.agreed(customer.userId, total)
    return admin.caller.invoices.issue({ repairId: repair.id })
  }
  const [kept, credited] = [await issue(120), await issue(60)]
  await admin.caller.payments.record({ invoiceId: kept.id, method: 'transfer', amount: 50, receivedOn: '2026-11-20' })
  await admin.caller.invoices.credit({ id: credited.id, reason: 'Not repaired' })
  folder = await mkdtemp(path.join(tmpdir(), 'books-'))
  server = createServer((req, res) => {
    const name = bookNames.find((each) => req.url === `/${each}`) ?? 'documents'
    const hasMark = name === 'documents' || name === 'entries'
    void sendFile(res, shop.services.log, { fileName: `${name}.csv`, ...book[name](shop.services, period), hasMark })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Writes a book as it is downloaded. @returns its path */
async function download(name: BookName): Promise<string> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const file = path.join(folder, `${name}.csv`)
  await writeFile(file, Buffer.from(await (await fetch(`http://127.0.0.1:${port}/${name}`)).arrayBuffer()))
  return file
}

it.skipIf(!hasProgram('hledger'))('hledger balances the entries: what customers owe is an asset, what was billed an income', async () => {
  const file = await download('entries')
  const rules = path.join(folder, 'entries.rules')
  await writeFile(
    rules,
    [
      'skip 1',
      'fields at, account, number, movement, kind, side1, side2, sum',
      'date-format %Y-%m-%dT%H:%M:%S%QZ',
      'date %at',
      'description %kind',
      'currency EUR ',
      'account1 %side1',
      'amount1 %sum',
      'account2 %side2',
    ].join('\n'),
  )
  const answer = await runProgram('hledger', ['-f', `csv:${file}`, '--rules-file', rules, 'balance', '--flat', '-N', '-O', 'csv'], folder)
  const balances = Object.fromEntries(parse(answer, { from: 2 }).map(([account, sum]) => [account, sum]))
  expect(balances).toEqual({ billed: 'EUR -120.00', owed: 'EUR 70.00', received: 'EUR 50.00' })
})

it.skipIf(!hasProgram('soffice'))('LibreOffice keeps the references of Sage, and amounts as numbers', { timeout: 120_000 }, async () => {
  const files = [await download('sage'), await download('sage-customers'), await download('documents'), await download('xero')]
  const sheets = path.join(folder, 'sheets')
  const convert = (to: string, from: readonly string[], ...more: string[]) =>
    runProgram('soffice', ['--headless', ...more, '--convert-to', to, '--outdir', sheets, ...from], folder)
  // Without a window it takes no file for UTF-8 by its mark; somebody who opens one is asked.
  await convert('ods', files, '--infilter=CSV:44,34,76,1')
  const names = files.map((file) => path.basename(file, '.csv'))
  await convert(
    'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false',
    names.map((name) => path.join(sheets, `${name}.ods`)),
  )
  for (const [index, name] of names.entries()) {
    const read = async (file: string) => parse(await readFile(file), { bom: true })
    const [before, after] = [await read(files[index] ?? ''), await read(path.join(sheets, `${name}.csv`))]
    const texts = (rows: string[][]) => rows.map((cells) => cells.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? String(Number(cell)) : cell)))
    expect(texts(after), name).toEqual(texts(before))
  }
})

/** Books each row of entries.csv in an account of its kind, and prints what GnuCash makes the balance of each. */
const GNUCASH = `
import csv, sys
from gnucash import Session, SessionOpenMode, Account, Transaction, Split, GncNumeric
from gnucash.gnucash_core_c import ACCT_TYPE_RECEIVABLE, ACCT_TYPE_INCOME, ACCT_TYPE_BANK, ACCT_TYPE_LIABILITY
kinds = {'owed': ACCT_TYPE_RECEIVABLE, 'billed': ACCT_TYPE_INCOME, 'received': ACCT_TYPE_BANK}
with Session('xml://' + sys.argv[2], SessionOpenMode.SESSION_NEW_STORE) as session:
    book = session.book
    euro = book.get_table().lookup('CURRENCY', 'EUR')
    accounts = {}
    def account(name):
        if name not in accounts:
            made = Account(book)
            made.SetName(name)
            made.SetType(kinds.get(name, ACCT_TYPE_LIABILITY))
            made.SetCommodity(euro)
            book.get_root_account().append_child(made)
            accounts[name] = made
        return accounts[name]
    for row in csv.DictReader(open(sys.argv[1], encoding='utf-8-sig')):
        cents = int(row['amount'].replace('.', ''))
        booked = Transaction(book)
        booked.BeginEdit()
        booked.SetCurrency(euro)
        booked.SetDescription(row['kind'])
        year, month, day = map(int, row['at'][:10].split('-'))
        booked.SetDate(day, month, year)
        for side, sign in (('debit', 1), ('credit', -1)):
            split = Split(book)
            split.SetParent(booked)
            split.SetAccount(account(row[side]))
            split.SetValue(GncNumeric(sign * cents, 100))
            split.SetAmount(GncNumeric(sign * cents, 100))
        booked.CommitEdit()
    for name, each in sorted(accounts.items()):
        print(name, '%.2f' % each.GetBalance().to_double())
`

it.skipIf(!hasProgram('gnucash'))(
  'GnuCash has customers’ debts in receivables and what was billed in income',
  { timeout: 120_000 },
  async () => {
    const answer = await runProgram('gnucash', ['-c', GNUCASH, await download('entries'), path.join(folder, 'book.gnucash')], folder)
    const balances = answer.split('\n').filter((line) => /^[a-z_]+ -?[\d.]+$/.test(line))
    expect(balances).toEqual(['billed -120.00', 'on_account 0.00', 'owed 70.00', 'received 50.00'])
  },
)

it.runIf(missingPrograms.length > 0)(`not tried, as they are not installed: apt-get install ${missingPrograms.join(' ')}`, () => {
  expect(missingPrograms).not.toEqual([])
})

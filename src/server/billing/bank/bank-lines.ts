import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import {
  bankLineStates,
  type BankImport,
  type BankLine,
  type BankLineState,
  type bankLineInput,
  type bankLinesInput,
  type BankPreview,
  type importBankInput,
  type matchBankLineInput,
  type previewBankInput,
  type sketchBankInput,
} from '~/contracts/billing/bank'
import type { BankSketch } from '~/contracts/billing/bank-accounts'
import { sumOfAmounts } from '~/contracts/credit/credit'
import { Prisma, type BankLine as Row } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { receiveMoney } from '~/server/billing/invoices/receive-money'
import { calendarDay } from '~/lib/instant'
import { tellReceipt, type ReceiptCall } from '~/server/billing/receipts/receipt-emails'
import { lockInvoice, lockInvoices, mustBeLikely, type PaidInvoice } from '~/server/billing/receipts/record-payment'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readJsonWithin, toAmount } from '~/server/platform/database/column-values'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { jsonDay, jsonTime, type JsonRow, rowOf } from '~/server/platform/lists/json-row'
import { readPageOfRows } from '~/server/platform/lists/list-page'
import { byId, dayColumn } from '~/server/platform/lists/sorts'
import { matchLines } from './match-lines'
import { notYet } from './parse-bank-file'
import { readBankFile, sketchBankFile } from './read-bank-file'

/** Transfers of a bank's file are previewed, then stored once each, however often the file is uploaded. */

type Tx = Prisma.TransactionClient
type Banking = SignedInCall<'db' | 'log' | ReceiptCall>

const LINE = { one: 'line' }
const IMPORT_MS = 60_000
/** Most receipts that an import emails itself; a background job sends the rest. */
const TOLD_AT_ONCE = 10

const todayOf = ({ now, businessTimeZone }: Banking) => calendarDay(now(), businessTimeZone)

/**
 * Matches a file's lines with the invoices that they name, without writing.
 * @throws BAD_REQUEST naming a row that is unreadable or has a future date (`columns_unknown` if mapping the columns would help); NOT_FOUND
 * for the account; SERVICE_UNAVAILABLE if no process can decode the file
 */
export async function previewBank(call: Banking, { fileName, ...file }: z.output<typeof previewBankInput>): Promise<BankPreview> {
  const { db } = call
  const { account, lines, ...read } = await readBankFile(call, file, todayOf(call))
  const known = await db.prisma.$queryRaw<{ fingerprint: string; state: BankLineState }[]>`
    SELECT fingerprint, state::text AS state FROM bank_lines WHERE fingerprint = ANY (${lines.map(({ fingerprint }) => fingerprint)}::text[])`
  const states = new Map(known.map(({ fingerprint, state }) => [fingerprint, state]))
  const matches = await matchLines(db.prisma, lines)
  return {
    fileName,
    ...read,
    account: account && { id: account.id, name: account.name, currency: account.currency },
    lines: lines.map((line, index) => ({ ...line, known: states.get(line.fingerprint) ?? null, match: matches[index] ?? null })),
  }
}

/** @throws BAD_REQUEST for what is no table */
export const sketchBank = (call: Banking, input: z.output<typeof sketchBankInput>): Promise<BankSketch> => sketchBankFile(call, input)

/** The payment's key, so that a line pays once. A reversed payment reopens the line, which gets a new key. */
async function keyOf(tx: Tx, { fingerprint, version }: Row): Promise<string> {
  const key = `bank:${fingerprint}`
  const known = await tx.payment.findUnique({ where: { key }, select: { reversedAt: true } })
  return known?.reversedAt ? `${key}:${version}` : key
}

async function pay(tx: Tx, { actor, now }: Banking, row: Row, invoice: PaidInvoice): Promise<string> {
  const { id } = await receiveMoney(tx, {
    buyerId: invoice.buyerId,
    method: 'transfer',
    amount: toAmount(row.amount),
    receivedOn: row.bookedOn.toISOString().slice(0, 10),
    reference: (row.reference || row.description).slice(0, 200) || null,
    documentId: invoice.id,
    noun: invoice.noun,
    nounId: invoice.nounId,
    actor,
    at: now(),
    reason: 'Payment received',
    key: await keyOf(tx, row),
  })
  await tx.bankLine.update({ where: { id: row.id }, data: { state: 'matched', paymentId: id } })
  const after = { method: 'transfer', amount: toAmount(row.amount), invoice: invoice.number, file: row.fileName }
  await recordAudit(tx, actor, { action: 'payment.recorded', subjectType: 'payment', subjectId: id, after })
  return id
}

/**
 * Stores the incoming lines and records the chosen ones as payments, in one transaction. Known lines are skipped.
 * @throws BAD_REQUEST naming a row that is unreadable or has a future date, for an unknown currency, and for unconfirmed payments far above
 * the amount owed; NOT_FOUND for an account, or an invoice that is not issued
 */
export async function importBank(
  call: Banking,
  { fileName, choices, confirmed, ...file }: z.output<typeof importBankInput>,
): Promise<BankImport> {
  const { lines, currency } = await readBankFile(call, file, todayOf(call))
  const { db, viewer, now } = call
  const chosen = new Map(choices.map(({ fingerprint, invoiceId }) => [fingerprint, invoiceId.toLowerCase()]))
  if (currency === null && lines.length > 0)
    throw fieldError('validation_failed', 'accountId', 'This file does not say its currency. Choose the account that it is of.')
  const inFile = new Set(lines.map(({ fingerprint }) => fingerprint))
  if (choices.some(({ fingerprint }) => !inFile.has(fingerprint)))
    throw fieldError('validation_failed', 'choices', 'A chosen line is not in this file.')
  return db.prisma.$transaction(
    async (tx) => {
      const invoices = await lockInvoices(tx, [...new Set(chosen.values())])
      for (const id of chosen.values()) if (!invoices.has(id)) throw notFound({ one: 'invoice' })
      const sorted = lines.toSorted((one, other) => one.fingerprint.localeCompare(other.fingerprint))
      const { count: added } = await tx.bankLine.createMany({
        data: sorted.map(({ fingerprint, bookedOn, amount, description, reference }) => ({
          fingerprint,
          bookedOn: new Date(bookedOn),
          amount: amount.toFixed(2),
          description,
          reference,
          fileName,
          createdBy: viewer.userId,
          createdAt: now(),
        })),
        skipDuplicates: true,
      })
      // A second upload of the file waits here and sees the lines of the first.
      await tx.$queryRaw`
        SELECT id FROM bank_lines WHERE fingerprint = ANY (${[...chosen.keys()]}::text[]) ORDER BY fingerprint FOR UPDATE`
      const open = await tx.bankLine.findMany({ where: { fingerprint: { in: [...chosen.keys()] }, state: { not: 'matched' } } })
      const due = open.flatMap((row) => {
        const invoice = invoices.get(chosen.get(row.fingerprint) ?? '')
        return invoice ? [{ row, invoice, amount: toAmount(row.amount) }] : []
      })
      if (confirmed !== true) await mustBeLikely(tx, call.now(), 'choices', due)
      // In the order of buyers, so that two files lock accounts in one order.
      const ids: string[] = []
      for (const { row, invoice } of due.toSorted((one, other) => one.invoice.buyerId.localeCompare(other.invoice.buyerId)))
        ids.push(await pay(tx, call, row, invoice))
      for (const id of ids.length <= TOLD_AT_ONCE ? ids : []) await tellReceipt(tx, call, id)
      return { added, payments: due.length, amount: sumOfAmounts(due.map(({ amount }) => amount)) }
    },
    { timeout: IMPORT_MS },
  )
}

const ofPayment = (value: Prisma.Sql) =>
  Prisma.sql`(SELECT ${value} FROM payments AS p LEFT JOIN billing_documents AS d ON d.id = p.document_id WHERE p.id = t.payment_id)`

const row: JsonRow<Omit<BankLine, 'match'>> = rowOf(
  {
    id: z.string(),
    bookedOn: jsonDay,
    amount: z.number(),
    description: z.string(),
    reference: z.string(),
    state: z.enum(bankLineStates),
    fileName: z.string(),
    paymentId: z.string().nullable(),
    invoiceId: z.string().nullable(),
    invoiceNumber: z.string().nullable(),
    createdAt: jsonTime,
    version: z.int(),
  },
  {
    invoiceId: ofPayment(Prisma.sql`d.id`),
    invoiceNumber: ofPayment(Prisma.sql`d.number`),
  },
)

const newest = { name: '-booked', columns: [dayColumn(Prisma.sql`t.booked_on`), byId], descending: true }

/** The latest first, with the invoices that open lines name. @throws BAD_REQUEST for a foreign cursor */
export async function listBankLines(
  { db }: Banking,
  { state, cursor, limit }: z.output<typeof bankLinesInput>,
): Promise<{ rows: BankLine[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await readPageOfRows(db, {
    source: { table: Prisma.sql`bank_lines AS t`, matches: () => Prisma.sql`FALSE`, found: () => [] },
    keyset: newest,
    filter: state ? Prisma.sql`t.state = ${state}::bank_line_state` : Prisma.sql`TRUE`,
    cursor,
    limit,
    counted: null,
    row,
  })
  const matches = await matchLines(db.prisma, rows)
  return { rows: rows.map((line, index) => ({ ...line, match: line.state === 'open' ? (matches[index] ?? null) : null })), nextCursor }
}

async function readLine(tx: Tx, id: string): Promise<BankLine> {
  const found = row.schema.parse(
    await readJsonWithin(tx)(Prisma.sql`SELECT ${row.json}::text FROM bank_lines AS t WHERE t.id = ${id}::uuid`),
  )
  const [match = null] = found.state === 'open' ? await matchLines(tx, [found]) : []
  return { ...found, match }
}

async function lockLine(tx: Tx, { id, version }: z.output<typeof bankLineInput>): Promise<Row> {
  await tx.$queryRaw`SELECT id FROM bank_lines WHERE id = ${id}::uuid FOR UPDATE`
  const found = await tx.bankLine.findUnique({ where: { id } })
  if (!found) throw notFound(LINE)
  if (version !== undefined && version !== found.version) throw conflict(LINE)
  if (found.state === 'matched') throw new TRPCError({ code: 'CONFLICT', message: 'This line is put against an invoice already.' })
  return found
}

/** @throws NOT_FOUND; CONFLICT for a stale version, a paid or future line; BAD_REQUEST for an unconfirmed payment far above the debt */
export const matchBankLine = (call: Banking, { invoiceId, confirmed, ...line }: z.output<typeof matchBankLineInput>): Promise<BankLine> =>
  call.db.prisma.$transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId)
    const row = await lockLine(tx, line)
    const day = row.bookedOn.toISOString().slice(0, 10)
    if (day > todayOf(call)) throw new TRPCError({ code: 'CONFLICT', message: `This line ${notYet(day)}` })
    if (confirmed !== true) await mustBeLikely(tx, call.now(), 'id', [{ invoice, amount: toAmount(row.amount) }])
    await tellReceipt(tx, call, await pay(tx, call, row, invoice))
    return readLine(tx, line.id)
  })

const setLine = (state: Exclude<BankLineState, 'matched'>) => (call: Banking, line: z.output<typeof bankLineInput>) =>
  call.db.prisma.$transaction(async (tx): Promise<BankLine> => {
    const { id } = await lockLine(tx, line)
    await tx.bankLine.update({ where: { id }, data: { state } })
    return readLine(tx, id)
  })

/** Marks a line as paying no invoice. @throws as `matchBankLine` */
export const ignoreBankLine = setLine('ignored')

/** Takes that back. @throws as `matchBankLine` */
export const reopenBankLine = setLine('open')

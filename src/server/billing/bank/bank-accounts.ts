import type * as z from 'zod'
import { bankMapping, type BankAccount, type bankAccountInput, type BankMapping } from '~/contracts/billing/bank-accounts'
import { Prisma, type BankAccount as Row } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { changedFields, recordAudit } from '~/server/platform/audit/record-audit'
import { conflict, notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'

/** The shop's bank accounts remember what their files leave out: the currency, or the meaning of columns. */

const ACCOUNT = { one: 'account' }
/** More than a shop has. */
const MOST_ACCOUNTS = 200

const shown = ({ id, name, currency, number, mapping, version }: Row): BankAccount => ({
  id,
  name,
  currency,
  number,
  hasMapping: mapping !== null,
  version,
})

export const listBankAccounts = async ({ db }: Pick<Services, 'db'>): Promise<BankAccount[]> =>
  (await db.prisma.bankAccount.findMany({ orderBy: { name: 'asc' }, take: MOST_ACCOUNTS })).map(shown)

const plainNumber = (number: string) => number.replaceAll(/\s/g, '').toUpperCase()

export interface KnownAccount {
  id: string
  name: string
  currency: string
  number: string | null
  mapping: BankMapping | null
}

/** @throws NOT_FOUND for an id that is of none */
export async function accountOf(
  { db }: Pick<Services, 'db'>,
  accountId: string | undefined,
  number: string | null,
): Promise<KnownAccount | null> {
  if (accountId === undefined && number === null) return null
  const row = await db.prisma.bankAccount.findUnique({ where: accountId === undefined ? { number: number ?? '' } : { id: accountId } })
  if (!row && accountId !== undefined) throw notFound(ACCOUNT)
  if (!row) return null
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    number: row.number,
    mapping: bankMapping.safeParse(row.mapping).data ?? null,
  }
}

/** @throws NOT_FOUND; CONFLICT for a stale version; BAD_REQUEST for a name or a number that another account has */
export function saveBankAccount(
  { db, actor }: SignedInCall<'db'>,
  { id, version, number, mapping, ...given }: z.output<typeof bankAccountInput>,
): Promise<BankAccount> {
  const data = { ...given, number: plainNumber(number) || null, ...(mapping && { mapping }) }
  return withUnique(() =>
    db.prisma.$transaction(async (tx) => {
      const [before] = id === undefined ? [] : await lockAccount(tx, id)
      if (id !== undefined && !before) throw notFound(ACCOUNT)
      if (before && version !== undefined && before.version !== version) throw conflict(ACCOUNT)
      const row = before ? await tx.bankAccount.update({ where: { id: before.id }, data }) : await tx.bankAccount.create({ data })
      const said = ({ name, currency, number: own, mapping: columns }: Row) => ({ name, currency, number: own, mapping: columns !== null })
      const changes = before ? changedFields(said(before), said(row)) : { after: said(row) }
      await recordAudit(tx, actor, { action: 'bank_account.saved', subjectType: 'bank_account', subjectId: row.id, ...changes })
      return shown(row)
    }),
  )
}

async function lockAccount(tx: Prisma.TransactionClient, id: string): Promise<Row[]> {
  await tx.$queryRaw`SELECT id FROM bank_accounts WHERE id = ${id}::uuid FOR UPDATE`
  return tx.bankAccount.findMany({ where: { id } })
}

async function withUnique(save: () => Promise<BankAccount>): Promise<BankAccount> {
  try {
    return await save()
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error
    const field = JSON.stringify(error.meta ?? {}).includes('number') ? 'number' : 'name'
    throw fieldError('validation_failed', field, `Another account has this ${field}. To change that one, choose it before the file.`)
  }
}

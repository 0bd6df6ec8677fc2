import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { MOST_ADMINISTRATORS, MOST_FOUND, type Administrator, type CaseCustomer, type FoundCustomer } from '~/contracts/cases/cases'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { invitationEmail, queueCustomerEmail } from '~/server/identity/auth/account-emails'
import type { Call } from '~/server/call'
import { issueClaimToken } from '~/server/identity/auth/mail-tokens'
import { noAddressOf } from '~/server/identity/users/no-address'
import { recordAudit, type Actor } from '~/server/platform/audit/record-audit'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { jsonObject, type JsonRow } from '~/server/platform/lists/json-row'
import { searchPageOfRows } from '~/server/platform/lists/list-page'
import { userSource } from '~/server/identity/users/users'
import { createdSorts } from '~/server/platform/lists/sorts'
import type { Services } from '~/server/services'

/** The customer of a case: found, or invited. */

/** So many matches are looked at by index before the newest rows are gone through instead. */
const MOST_SORTED = 200

const customerRow: JsonRow<FoundCustomer> = {
  json: jsonObject({
    userId: Prisma.sql`t.user_id`,
    email: Prisma.sql`left(t.email, 254)`,
    fullName: Prisma.sql`left(t.full_name, 200)`,
    phone: Prisma.sql`left(t.phone, 40)`,
  }),
  schema: z.object({ userId: z.string(), email: z.string(), fullName: z.string().nullable(), phone: z.string().nullable() }),
}

const administrators = z.array(z.object({ userId: z.string(), email: z.string(), fullName: z.string().nullable() })).nullable()

/** The newest customers that a part of a name, an address or a phone number fits; a few. */
export async function findCustomers({ db }: Pick<Services, 'db'>, { search: typed }: { search: string }): Promise<FoundCustomer[]> {
  const text = typed.trim()
  if (text.length < 2) return []
  const search = {
    source: userSource,
    keyset: createdSorts['-created'],
    text,
    filter: Prisma.sql`TRUE`,
    cursor: null,
  }
  return (await searchPageOfRows(db, { ...search, limit: MOST_FOUND, row: customerRow, counted: null }, MOST_SORTED)).rows
}

/** Somebody who is known by a phone number alone. Numbers are shared and mistyped: no two such customers are taken for one. */
async function withoutAddress(tx: Prisma.TransactionClient, actor: Actor, { fullName, phone }: Pick<CaseCustomer, 'fullName' | 'phone'>) {
  const id = randomUUID()
  await tx.user.create({ data: { id, email: noAddressOf(id) }, select: { id: true } })
  await tx.profile.create({ data: { userId: id, email: '', fullName, phone } })
  const subject = { subjectType: records.users.auditSubject, subjectId: id }
  await recordAudit(tx, actor, { action: 'user.added', ...subject, after: { fullName, phone } })
  return id
}

/**
 * The user whom a case is for. An address that nobody has becomes a customer without a password, who is sent an
 * invitation to claim the account; somebody who is known stays as they are. A phone number alone is a new customer each time.
 * @throws NOT_FOUND for an unknown id
 */
export async function customerOf(
  tx: Prisma.TransactionClient,
  { actor, now, ...services }: Call<'now' | 'outbox' | 'siteUrl'>,
  { userId, email, fullName, phone }: CaseCustomer,
): Promise<string> {
  if (userId !== undefined) {
    const known = await tx.user.findUnique({ where: { id: userId }, select: { id: true, mergedInto: true } })
    if (!known) throw notFound(records.users)
    return known.mergedInto ?? known.id
  }
  if (!email) return withoutAddress(tx, actor, { fullName, phone })
  // Of two cases for one new address in the same moment, the second waits here and finds what the first has made.
  const [made] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO users (email) VALUES (${email}) ON CONFLICT (email) DO NOTHING RETURNING id`
  if (!made) {
    const { id, mergedInto } = await tx.user.findUniqueOrThrow({ where: { email }, select: { id: true, mergedInto: true } })
    if (mergedInto !== null) return mergedInto
    // Lists name customers by their profile, which plain SQL may have left out.
    await tx.profile.upsert({ where: { userId: id }, create: { userId: id, email, fullName, phone }, update: {} })
    return id
  }
  await tx.profile.create({ data: { userId: made.id, email, fullName, phone } })
  const subject = { subjectType: records.users.auditSubject, subjectId: made.id }
  await recordAudit(tx, actor, { action: 'user.invited', ...subject, after: { email, fullName, phone } })
  const token = await issueClaimToken(tx, now(), made.id)
  await queueCustomerEmail(tx, services, (branding) => invitationEmail(branding, { to: email, name: fullName, token }))
  return made.id
}

/** Lists the administrators who may work on a case, by name. */
export async function listAdministrators({ db }: Pick<Services, 'db'>): Promise<Administrator[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(${customerRow.json} ORDER BY coalesce(nullif(t.full_name, ''), t.email), t.user_id)::text
    FROM (SELECT * FROM profiles WHERE role = 'admin' ORDER BY created_at, id LIMIT ${MOST_ADMINISTRATORS}) AS t`)
  return administrators.parse(found) ?? []
}

/** Refuses people who do not administer the shop: only administrators work on a case. @throws BAD_REQUEST `assignedTo` */
export async function mustBeAdministrator(tx: Prisma.TransactionClient, userId: string | null | undefined): Promise<void> {
  if (!userId) return
  const found = await tx.profile.findFirst({ where: { userId, role: 'admin' }, select: { id: true } })
  if (!found) throw fieldError('validation_failed', 'assignedTo', 'Only an administrator can have it')
}

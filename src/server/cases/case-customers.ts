import * as z from 'zod'
import { MOST_ADMINISTRATORS, MOST_FOUND, type Administrator, type FoundCustomer } from '~/contracts/cases/cases'
import { Prisma } from '~/generated/prisma/client'
import { fieldError } from '~/server/platform/errors'
import { jsonObject, type JsonRow } from '~/server/platform/lists/json-row'
import { searchPageOfRows } from '~/server/platform/lists/list-page'
import { userSource } from '~/server/identity/users/users'
import { createdSorts } from '~/server/platform/lists/sorts'
import type { Services } from '~/server/services'

/** Up to this many matches are sorted; with more, the newest rows are scanned instead. */
const MOST_SORTED = 200

const customerRow: JsonRow<FoundCustomer> = {
  json: jsonObject({
    userId: Prisma.sql`t.user_id`,
    email: Prisma.sql`left(t.email, 254)`,
    fullName: Prisma.sql`left(t.full_name, 200)`,
    phone: Prisma.sql`left(t.phone, 40)`,
    language: Prisma.sql`t.language`,
  }),
  schema: z.object({
    userId: z.string(),
    email: z.string(),
    fullName: z.string().nullable(),
    phone: z.string().nullable(),
    language: z.string().nullable(),
  }),
}

const administrators = z.array(z.object({ userId: z.string(), email: z.string(), fullName: z.string().nullable() })).nullable()

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

export async function listAdministrators({ db }: Pick<Services, 'db'>): Promise<Administrator[]> {
  const found = await db.readJson(Prisma.sql`
    SELECT json_agg(${customerRow.json} ORDER BY coalesce(nullif(t.full_name, ''), t.email), t.user_id)::text
    FROM (SELECT * FROM profiles WHERE role = 'admin' ORDER BY created_at, id LIMIT ${MOST_ADMINISTRATORS}) AS t`)
  return administrators.parse(found) ?? []
}

/** @throws BAD_REQUEST `assignedTo` */
export async function mustBeAdministrator(tx: Prisma.TransactionClient, userId: string | null | undefined): Promise<void> {
  if (!userId) return
  const found = await tx.profile.findFirst({ where: { userId, role: 'admin' }, select: { id: true } })
  if (!found) throw fieldError('validation_failed', 'assignedTo', 'Only an administrator can have it')
}

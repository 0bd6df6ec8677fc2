import { TRPCError } from '@trpc/server'
import * as z from 'zod'
import { caseNouns, type CaseNoun } from '~/contracts/case-ref'
import { MOST_ADDRESSES, type addEmailInput, type CustomerProfile, type CustomerSession, MERGE_DAYS } from '~/contracts/identity/customers'
import { records } from '~/contracts/records'
import { userRoles } from '~/contracts/statuses'
import { Prisma } from '~/generated/prisma/client'
import type { Call, SignedInCall } from '~/server/call'
import { activeSessions } from '~/server/identity/accounts/own-account'
import { invitationEmail, queueCustomerEmail } from '~/server/identity/auth/account-emails'
import { issueClaimToken } from '~/server/identity/auth/mail-tokens'
import type { SessionDeps, Viewer } from '~/server/identity/auth/read-session'
import { mayRead } from '~/server/identity/auth/scopes'
import { recordAudit } from '~/server/platform/audit/record-audit'
import { readJsonWithin, type JsonReader } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { jsonObject, jsonTime } from '~/server/platform/lists/json-row'
import { rowId } from '~/contracts/fields'
import type { Services } from '~/server/services'
import { lockAccountOf } from './account-access'
import { addressIsTaken } from './address-is-taken'
import { keptUser } from './kept-user'
import { addressOrNull, hasNoAddress } from './no-address'

const MOST = 10

const standingMerges = z
  .array(
    z.object({
      userId: z.string(),
      name: z.string(),
      mergedAt: jsonTime,
      mergedBy: z.string().nullable(),
      undoUntil: jsonTime.nullable(),
    }),
  )
  .nullable()

const name = Prisma.sql`left(coalesce(nullif(m.profile ->> 'full_name', ''), nullif(m.profile ->> 'email', ''), nullif(m.profile ->> 'phone', ''), 'Customer'), 200)`

/** Merges into the user `u` that stand at a moment. */
const standingMergesJson = (at: Date): Prisma.Sql => Prisma.sql`(
  SELECT json_agg(${jsonObject({
    userId: Prisma.sql`m.merged_id`,
    name,
    mergedAt: Prisma.sql`m.merged_at`,
    mergedBy: Prisma.sql`(SELECT left(b.email, 254) FROM users AS b WHERE b.id = m.merged_by)`,
    undoUntil: Prisma.sql`CASE WHEN m.profile IS NOT NULL AND m.merged_at > ${at}::timestamptz - make_interval(days => ${MERGE_DAYS}::int)
      THEN m.merged_at + make_interval(days => ${MERGE_DAYS}::int) END`,
  })} ORDER BY m.merged_at DESC, m.id) FROM (
    SELECT * FROM customer_merges WHERE keep_id = u.id AND undone_at IS NULL ORDER BY merged_at DESC, id LIMIT ${MOST}
  ) AS m)`

const CUSTOMER = { one: 'customer' }

const profile = z
  .object({
    userId: z.string(),
    email: z.string().nullable(),
    isEmailVerified: z.boolean(),
    fullName: z.string().nullable(),
    phone: z.string().nullable(),
    language: z.string().nullable(),
    role: z.enum(userRoles),
    hasAccount: z.boolean(),
    createdAt: jsonTime,
    addresses: z.array(z.object({ address: z.string(), noun: z.enum(caseNouns), number: z.string() })).nullable(),
    returnAddress: z.string().nullable(),
    pendingEmail: z.string().nullable(),
    merges: standingMerges,
    version: z.int(),
  })
  .nullable()

const addressesIn = (noun: CaseNoun, isReadable: boolean) => Prisma.sql`
  SELECT return_address, ${noun}::text AS noun, ${Prisma.raw(records[noun].status.number)} AS number, created_at
  FROM ${Prisma.raw(records[noun].table)} WHERE user_id = u.id AND return_address <> '' AND ${isReadable}::boolean`

const addresses = (viewer: Viewer) => Prisma.sql`(
  SELECT json_agg(${jsonObject({
    address: Prisma.sql`left(a.return_address, 500)`,
    noun: Prisma.sql`a.noun`,
    number: Prisma.sql`left(a.number, 200)`,
  })} ORDER BY a.created_at DESC) FROM (
    SELECT * FROM (
      SELECT DISTINCT ON (return_address) * FROM (
        ${Prisma.join(
          caseNouns.map((noun) => addressesIn(noun, mayRead(viewer)(noun))),
          ' UNION ALL ',
        )}
      ) AS given ORDER BY return_address, created_at DESC
    ) AS latest ORDER BY created_at DESC LIMIT ${MOST_ADDRESSES}
  ) AS a)`

const pendingAt = (at: Date) => Prisma.sql`(
  SELECT left(m.new_email, 254) FROM mail_tokens AS m
  WHERE m.user_id = u.id AND m.purpose = 'change_email' AND m.used_at IS NULL AND m.expires_at > ${at}::timestamptz ORDER BY m.created_at DESC LIMIT 1)`

const json = (at: Date, viewer: Viewer) =>
  jsonObject({
    userId: Prisma.sql`u.id`,
    email: Prisma.sql`left(${addressOrNull(Prisma.sql`u.email`)}, 254)`,
    isEmailVerified: Prisma.sql`u.email_verified_at IS NOT NULL`,
    fullName: Prisma.sql`left(p.full_name, 200)`,
    phone: Prisma.sql`left(p.phone, 40)`,
    language: Prisma.sql`p.language`,
    role: Prisma.sql`coalesce(p.role, 'customer')`,
    hasAccount: Prisma.sql`u.password_hash IS NOT NULL`,
    createdAt: Prisma.sql`coalesce(p.created_at, u.created_at)`,
    addresses: addresses(viewer),
    returnAddress: Prisma.sql`left(p.return_address, 500)`,
    pendingEmail: pendingAt(at),
    merges: standingMergesJson(at),
    version: Prisma.sql`coalesce(p.version, 1)`,
  })

/** With addresses of the cases that the caller may read. A merged customer's page is that of the kept one. @throws NOT_FOUND */
export async function readCustomer(
  { read, now, viewer }: SignedInCall<'now'> & { read: JsonReader },
  { id }: { id: string },
): Promise<CustomerProfile> {
  const found = profile.parse(
    await read.readJson(Prisma.sql`
      SELECT ${json(now(), viewer)}::text FROM users AS u LEFT JOIN profiles AS p ON p.user_id = u.id WHERE u.id = kept_user(${id}::uuid)`),
  )
  if (!found) throw notFound(CUSTOMER)
  return { ...found, addresses: found.addresses ?? [], merges: found.merges ?? [] }
}

export async function customerExists({ db }: Pick<Services, 'db'>, id: string): Promise<boolean> {
  return rowId.safeParse(id).success && (await db.prisma.user.count({ where: { id } })) > 0
}

export async function customerSessions(deps: SessionDeps, { id }: { id: string }): Promise<{ rows: CustomerSession[] }> {
  const owner = await deps.db.prisma.profile.findUnique({ where: { userId: id }, select: { role: true } })
  const sessions = await activeSessions(deps, { userId: id, role: owner?.role ?? 'customer' })
  return {
    rows: sessions.map(({ id: session, createdAt, lastSeenAt, userAgent, ip }) => ({ id: session, createdAt, lastSeenAt, userAgent, ip })),
  }
}

/** The address's owner gets the cases and the money, so staff enter it by hand and it never replaces an address. */
export async function inviteToAddress(
  tx: Prisma.TransactionClient,
  { now, actor, ...services }: Call<'now' | 'outbox' | 'siteUrl'>,
  { id, email, name }: { id: string; email: string; name: string | null },
): Promise<void> {
  await mustBeFree(tx, email)
  await tx.user.update({ where: { id }, data: { email } })
  await tx.profile.updateMany({ where: { userId: id }, data: { email } })
  await recordAudit(tx, actor, { action: 'user.invited', subjectType: 'user', subjectId: id, after: { email } })
  const token = await issueClaimToken(tx, now(), id)
  await queueCustomerEmail(tx, services, (branding) => invitationEmail(branding, { to: email, name, token }))
}

/** @throws CONFLICT for an address in use */
export async function mustBeFree(tx: Prisma.TransactionClient, email: string): Promise<void> {
  if ((await tx.user.count({ where: { email } })) > 0) throw addressIsTaken()
}

export const takenMeanwhile = (error: unknown): never => {
  throw error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002' ? addressIsTaken() : error
}

/** @throws NOT_FOUND; CONFLICT for any present or used address; FORBIDDEN for an administrator's account, if the caller is limited */
export function addEmail(
  { viewer, ...call }: SignedInCall<'db' | 'now' | 'outbox' | 'siteUrl'>,
  { id: given, email }: z.output<typeof addEmailInput>,
): Promise<CustomerProfile> {
  return call.db.prisma
    .$transaction(async (tx) => {
      const id = await keptUser(tx, given)
      const user = await lockAccountOf(tx, viewer, id, 'address')
      if (!hasNoAddress(user.email)) throw new TRPCError({ code: 'CONFLICT', message: 'This customer has an email address already.' })
      await inviteToAddress(tx, call, { id, email, name: user.profile?.fullName ?? null })
      return readCustomer({ ...call, viewer, read: { readJson: readJsonWithin(tx) } }, { id })
    })
    .catch(takenMeanwhile)
}

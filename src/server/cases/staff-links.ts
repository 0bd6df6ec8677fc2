import { TRPCError } from '@trpc/server'
import { MOST_MACHINES } from '~/contracts/cases/request-limits'
import type { CaseRef } from '~/contracts/case-ref'
import type { CaseLinks } from '~/contracts/cases/cases'
import { deviceName } from '~/contracts/cases/device'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { requireScope } from '~/server/identity/auth/scopes'
import { safeJson } from '~/server/platform/database/column-values'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { caseText } from './base/case-words'
import { presentCase } from './base/customer-case'
import { companyValues, linkGiven } from './case-email-templates'
import { caseRecipient, queueCaseEmail } from './base/case-emails'
import { quotedCase } from './base/read-quotes'
import { staffLink } from './base/tracking-links'
import { auditCase } from './update-case'

/** The links of a case as staff see, give and end them. Its holder may answer in the customer's place. */

type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

async function openingLinks(db: Reader, { noun, id }: CaseRef) {
  const [row] = await db.$queryRaw<{ requestId: string | null }[]>`
    SELECT request_id::text AS "requestId" FROM ${Prisma.raw(records[noun].table)} WHERE id = ${id}::uuid`
  const requestId = row?.requestId ?? null
  return { revokedAt: null, OR: [{ caseId: id }, ...(requestId === null ? [] : [{ requestId }])] }
}

/** The machines that the links of a case open: its own, and those that the same customer has sent in with it. */
async function opened(db: Reader, { noun, id }: CaseRef): Promise<CaseLinks['machines']> {
  const table = Prisma.raw(records[noun].table)
  const number = Prisma.raw(`t.${records[noun].status.number}`)
  const found = await db.$queryRaw<{ number: string; deviceInfo: Prisma.JsonValue }[]>`
    SELECT ${number} AS number, t.device_info AS "deviceInfo"
    FROM ${table} AS own JOIN ${table} AS t ON t.id = own.id OR (t.request_id = own.request_id AND t.user_id = own.user_id)
    WHERE own.id = ${id}::uuid ORDER BY length(${number}), ${number} LIMIT ${MOST_MACHINES}`
  return found.map((row) => ({ number: row.number, device: deviceName(safeJson(row.deviceInfo)) }))
}

/** How many links to a case count, when the latest was made, which machines they open, and whom another one would be sent to. */
export function readLinks({ db, now, outbox }: Pick<Services, 'db' | 'now' | 'outbox'>, ref: CaseRef): Promise<CaseLinks> {
  return db.prisma.$transaction(async (tx) => {
    const { _count: active, _max: latest } = await tx.caseLink.aggregate({
      where: { ...(await openingLinks(tx, ref)), AND: { OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] } },
      _count: true,
      _max: { createdAt: true },
    })
    const recipient = await caseRecipient(tx, { outbox }, ref)
    return { active, latest: latest.createdAt, machines: await opened(tx, ref), recipient: recipient?.to ?? null }
  })
}

const over = () =>
  new TRPCError({ code: 'CONFLICT', message: 'This case has been over for more than 90 days, so that no link opens it any more.' })

/** Answering in the customer's place changes the case: the right to write notes does not include it. */
const mayGive = ({ viewer }: Pick<SignedInCall<never>, 'viewer'>, { noun }: CaseRef) => requireScope(viewer, noun, 'write')

/**
 * The address of a case's page for its customer, the same one until its links are revoked. Who has asked for it is on record.
 * @throws NOT_FOUND; CONFLICT for a case that nobody has, or that has been over for 90 days
 */
export function giveLink(call: SignedInCall<'db' | 'now' | 'secret' | 'siteUrl'>, ref: CaseRef): Promise<{ href: string }> {
  mayGive(call, ref)
  return call.db.prisma.$transaction(async (tx) => {
    const link = await linkOf(tx, call, ref)
    if (!link) throw over()
    return { href: link.href }
  })
}

async function linkOf(tx: Prisma.TransactionClient, call: SignedInCall<'now' | 'secret' | 'siteUrl'>, ref: CaseRef) {
  await lockRow(tx, records[ref.noun], ref.id)
  const present = await presentCase(tx, ref)
  if (!present) throw notFound(records[ref.noun])
  if (present.customerId === null) {
    throw new TRPCError({ code: 'CONFLICT', message: `This ${records[ref.noun].one} has no customer yet. Choose the customer first.` })
  }
  const link = await staffLink(tx, call, ref)
  if (link?.isNew) await auditCase(ref.noun)(tx, call.actor, ref.id, 'link_given', {})
  return link
}

/** The same for what is printed; null where the caller may not give it, and for a case without one. */
export function printedLink(call: SignedInCall<'db' | 'now' | 'secret' | 'siteUrl'>, ref: CaseRef): Promise<string | null> {
  return call.db.prisma
    .$transaction(async (tx) => {
      mayGive(call, ref)
      return (await linkOf(tx, call, ref))?.href ?? null
    })
    .catch((error: unknown) => {
      if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return null
      throw error
    })
}

/**
 * Sends the customer of a case a link to it, by email, or as a text message where they have no address.
 * @throws NOT_FOUND; CONFLICT for a customer who cannot be reached so, or a case that has been over for 90 days
 */
export function sendLink(call: SignedInCall<'db' | 'now' | 'outbox' | 'siteUrl'>, ref: CaseRef): Promise<{ to: string }> {
  mayGive(call, ref)
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records[ref.noun], ref.id)
    const recipient = await caseRecipient(tx, call, ref)
    if (!recipient) {
      throw new TRPCError({
        code: 'CONFLICT',
        message: 'This case has no customer with an email address or a mobile number that gets texts.',
      })
    }
    const { number, device } = await quotedCase(tx, ref)
    const values = {
      ...companyValues(await readSettings(tx)),
      number: number.slice(0, 60),
      device,
      case: `${records[ref.noun].one} ${number.slice(0, 60)}`,
    }
    const [id = ''] = await queueCaseEmail(tx, call, {
      of: ref,
      kind: 'link',
      ...recipient,
      ...caseText(call.outbox, linkGiven, values),
      authorId: call.actor.userId,
      lasts: true,
    })
    const link = await tx.caseLink.findUniqueOrThrow({ where: { id }, select: { expiresAt: true } })
    if (link.expiresAt !== null && link.expiresAt <= call.now()) throw over()
    return { to: recipient.to }
  })
}

/** Ends all links that open a case, those of its request too; later emails bring new ones. @throws NOT_FOUND */
export function revokeLinks({ db, now, actor }: SignedInCall<'db' | 'now'>, ref: CaseRef): Promise<{ revoked: number }> {
  return db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records[ref.noun], ref.id)
    const { count: revoked } = await tx.caseLink.updateMany({
      where: await openingLinks(tx, ref),
      data: { revokedAt: now() },
    })
    if (revoked > 0) {
      const machines = (await opened(tx, ref)).map(({ number }) => number)
      await auditCase(ref.noun)(tx, actor, ref.id, 'links_revoked', { after: { links: revoked, machines: machines.join(', ') } })
    }
    return { revoked }
  })
}

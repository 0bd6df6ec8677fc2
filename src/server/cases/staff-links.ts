import { TRPCError } from '@trpc/server'
import { MOST_MACHINES } from '~/contracts/cases/request-limits'
import type { CaseNoun, CaseRef } from '~/contracts/case-ref'
import type { CaseLinks } from '~/contracts/cases/cases'
import { deviceName } from '~/contracts/cases/device'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { SignedInCall } from '~/server/call'
import { requireScope } from '~/server/identity/auth/scopes'
import { safeJson } from '~/server/platform/database/column-values'
import { lockRow, notFound } from '~/server/platform/database/conflict'
import { auditRecalled, forget } from '~/server/platform/outbox/recall-emails'
import type { Services } from '~/server/services'
import { readSettings } from '~/server/site/settings/read-settings'
import { caseText } from './base/case-words'
import { presentCase } from './base/customer-case'
import { companyValues, linkGiven } from './case-email-templates'
import { caseRecipient, queueCaseEmail } from './base/case-emails'
import { quotedCase } from './base/read-quotes'
import { staffLink } from './base/tracking-links'
import { auditCase } from './update-case'

type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

async function openingLinks(db: Reader, { noun, id }: CaseRef) {
  const [row] = await db.$queryRaw<{ requestId: string | null }[]>`
    SELECT request_id::text AS "requestId" FROM ${Prisma.raw(records[noun].table)} WHERE id = ${id}::uuid`
  const requestId = row?.requestId ?? null
  return { revokedAt: null, OR: [{ caseId: id }, ...(requestId === null ? [] : [{ requestId }])] }
}

async function opened(db: Reader, { noun, id }: CaseRef): Promise<CaseLinks['machines']> {
  const table = Prisma.raw(records[noun].table)
  const number = Prisma.raw(`t.${records[noun].status.number}`)
  const found = await db.$queryRaw<{ number: string; deviceInfo: Prisma.JsonValue }[]>`
    SELECT ${number} AS number, t.device_info AS "deviceInfo"
    FROM ${table} AS own JOIN ${table} AS t ON t.id = own.id OR (t.request_id = own.request_id AND t.user_id = own.user_id)
    WHERE own.id = ${id}::uuid ORDER BY length(${number}), ${number} LIMIT ${MOST_MACHINES}`
  return found.map((row) => ({ number: row.number, device: deviceName(safeJson(row.deviceInfo)) }))
}

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

/** A link's holder answers for the customer: the right to write notes is not enough. */
const mayGive = ({ viewer }: Pick<SignedInCall<never>, 'viewer'>, { noun }: CaseRef) => requireScope(viewer, noun, 'write')

/** Returns the same address until links are revoked. @throws NOT_FOUND; CONFLICT without a customer, or 90 days after the case */
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

/** Null if the caller may not give it, or the case has none. */
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

/** By email, or by text message without an address. @throws NOT_FOUND; CONFLICT for an unreachable customer, or 90 days after the case */
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

/** Takes back emails that have nothing but a link, and that have not gone out. A link and its email have one id. */
async function withdrawLinkEmails(tx: Prisma.TransactionClient, call: SignedInCall<'outbox'>, noun: CaseNoun, ids: readonly string[]) {
  const emails = await tx.caseEmail.findMany({ where: { id: { in: [...ids] }, kind: 'link', sentAt: null }, select: { id: true } })
  if (emails.length === 0) return
  const withdrawn = await call.outbox.withdrawWrong(
    tx,
    emails.map(({ id }) => id),
  )
  await auditRecalled(tx, call, noun, withdrawn)
  await forget(tx, withdrawn)
}

/** Ends all links, also those of its request; later emails bring new ones. @throws NOT_FOUND */
export function revokeLinks(call: SignedInCall<'db' | 'now' | 'outbox'>, ref: CaseRef): Promise<{ revoked: number }> {
  return call.db.prisma.$transaction(async (tx) => {
    await lockRow(tx, records[ref.noun], ref.id)
    const links = await tx.caseLink.findMany({ where: await openingLinks(tx, ref), select: { id: true } })
    const ids = links.map(({ id }) => id)
    const { count: revoked } = await tx.caseLink.updateMany({
      where: { id: { in: ids }, revokedAt: null },
      data: { revokedAt: call.now() },
    })
    if (revoked > 0) {
      const machines = (await opened(tx, ref)).map(({ number }) => number)
      await auditCase(ref.noun)(tx, call.actor, ref.id, 'links_revoked', { after: { links: revoked, machines: machines.join(', ') } })
      await withdrawLinkEmails(tx, call, ref.noun, ids)
    }
    return { revoked }
  })
}

import {
  caseStatuses,
  isSentBack,
  isEmailedByDefault,
  type CaseStatus,
  type StatusEmailPreview,
  type statusEmailInput,
} from '~/contracts/cases/emails'
import type * as z from 'zod'
import type { Parcel } from '~/contracts/carriers'
import type { CaseNoun } from '~/contracts/case-ref'
import { EMAIL_WAIT_SECONDS, UNDONE_WITHIN } from '~/contracts/change-emails'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Call, SignedInCall } from '~/server/call'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { auditRecalled, forget, recalledAction } from '~/server/platform/outbox/recall-emails'
import type { ParcelInput, StatusCall, StatusNews } from '~/server/platform/records/status-records'
import type { Services } from '~/server/services'
import { isWith } from './base/customer-case'
import { caseText, wordsRead, type CaseWords } from './base/case-words'
import { queueCaseEmails, reachable } from './base/case-emails'
import { ofPresent } from './base/file-access'
import { isSentOrQueued } from './sent-or-queued'
import type { CaseToEmail, ReadCasesToEmail } from './status-facts'
import { documentOf } from './status-text'

type Tx = Prisma.TransactionClient

/** A status left within this time (s) was a mistake and sends no email. */
const MISTAKEN_WITHIN = 60

interface Found {
  isEnabled: boolean | null
  waiting: string[] | null
}

export async function readRule(tx: Pick<Tx, '$queryRaw'>, noun: CaseNoun, status: CaseStatus, ids: readonly string[]) {
  const [found] = await tx.$queryRaw<Found[]>`
    SELECT (SELECT is_enabled FROM case_email_rules WHERE noun = ${noun} AND status = ${status}) AS "isEnabled",
      (SELECT array_agg(id::text) FROM case_emails AS t
        WHERE case_id = ANY (${[...ids]}::uuid[]) AND ${isWith(ofPresent)} AND sent_at IS NULL AND kind = ANY (${[...caseStatuses[noun]]})
          AND created_at > now() - make_interval(secs => ${2 * EMAIL_WAIT_SECONDS})) AS waiting`
  return { isEnabled: found?.isEnabled ?? isEmailedByDefault(noun, status), waiting: found?.waiting ?? [] }
}

async function withdraw(tx: Tx, { outbox, actor }: Call<'outbox'>, noun: CaseNoun, waiting: readonly string[]): Promise<void> {
  if (waiting.length === 0) return
  const withdrawn = await outbox.withdraw(tx, waiting)
  await auditRecalled(tx, { actor }, noun, withdrawn)
  await forget(tx, withdrawn)
}

const aboutStatus = (status: CaseStatus) =>
  Prisma.sql`case_emails AS e WHERE e.case_id = t.id AND e.kind = ${status} AND coalesce(e.customer_id, t.user_id) = t.user_id`

/** Ids of cases that left this status a moment ago and had no email withdrawn. */
function mistakenIds(noun: CaseNoun, status: CaseStatus): Prisma.Sql {
  const { auditSubject } = records[noun]
  const recent = Prisma.sql`a.at > now() - make_interval(secs => ${MISTAKEN_WITHIN}) AND a.subject_type = ${auditSubject}`
  return Prisma.sql`
    SELECT last.id FROM (
      SELECT DISTINCT ON (a.subject_id) a.subject_id AS id, a.before ->> 'status' AS status FROM audit_log AS a
      WHERE ${recent} AND a.action = ${`${auditSubject}.status_changed`}
      ORDER BY a.subject_id, a.id DESC
    ) AS last WHERE last.status = ${status} AND last.id NOT IN (
      SELECT a.subject_id FROM audit_log AS a WHERE ${recent} AND a.action = ${recalledAction(noun)} AND a.after ->> 'kind' = ${status})`
}

/** None was sent or is queued for the row `t`, and the status was not left by mistake. Withdrawn and failed emails do not count. */
export const isNews = (noun: CaseNoun, status: CaseStatus): Prisma.Sql => Prisma.sql`(
  NOT EXISTS (SELECT FROM ${aboutStatus(status)} AND ${isSentOrQueued})
  AND (t.id::text NOT IN (${mistakenIds(noun, status)}) OR EXISTS (SELECT FROM ${aboutStatus(status)} AND NOT ${isSentOrQueued})))`

async function withNews(tx: Tx, noun: CaseNoun, status: CaseStatus, ids: readonly string[]): Promise<string[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${Prisma.raw(records[noun].table)} AS t
    WHERE t.id = ANY (${[...ids]}::uuid[]) AND ${isNews(noun, status)} ORDER BY t.id`
  return found.map(({ id }) => id)
}

/** Cases whose email this change withdrew, with none since. */
async function withdrawnBy(tx: Tx, noun: CaseNoun, status: CaseStatus, change: string, ids: readonly string[]): Promise<string[]> {
  const { auditSubject, table } = records[noun]
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id::text AS id FROM ${Prisma.raw(table)} AS t
    WHERE t.id = ANY (${[...ids]}::uuid[]) AND NOT EXISTS (SELECT FROM ${aboutStatus(status)} AND ${isSentOrQueued}) AND t.id::text IN (
      SELECT a.subject_id FROM audit_log AS a WHERE a.at > now() - make_interval(mins => ${UNDONE_WITHIN}) AND a.change_id = ${change}::uuid
        AND a.subject_type = ${auditSubject} AND a.action = ${recalledAction(noun)} AND a.after ->> 'kind' = ${status})
    ORDER BY t.id`
  return found.map(({ id }) => id)
}

async function writtenAbout(tx: Tx, noun: CaseNoun, status: CaseStatus, id: string): Promise<Date | null> {
  const [found] = await tx.$queryRaw<{ at: Date | null }[]>`
    SELECT (SELECT max(e.created_at) FROM ${aboutStatus(status)} AND ${isSentOrQueued}) AS at
    FROM ${Prisma.raw(records[noun].table)} AS t WHERE t.id = ${id}::uuid`
  return found?.at ?? null
}

const parcelAfter = (stored: Parcel, { carrier, trackingNumber }: ParcelInput): Parcel => ({
  carrier: carrier === undefined ? stored.carrier : carrier,
  trackingNumber: trackingNumber === undefined ? stored.trackingNumber : trackingNumber,
})

export interface EmailedKind {
  noun: CaseNoun
  casesToEmail: ReadCasesToEmail
}

function textOf(outbox: Services['outbox'], of: CaseToEmail, status: CaseStatus): CaseWords {
  const { template, values } = of.emailOf(status)
  return caseText(outbox, template, values)
}

const emailOf = (
  { outbox, now }: Pick<Services, 'outbox' | 'now'>,
  noun: CaseNoun,
  status: CaseStatus,
  of: CaseToEmail,
  text: CaseEmailText | undefined,
) => {
  const kind = documentOf(of, status)
  return {
    of: { noun, id: of.id },
    kind: status,
    ...(text ? wordsRead(text) : textOf(outbox, of, status)),
    document: kind === null ? undefined : { kind },
    parcel: isSentBack(status) ? of.parcel : undefined,
    opensCredit: of.bringsCredit ? { at: now() } : undefined,
  }
}

/** All given cases for a custom email, those with withdrawn emails for an undo, else those of the status's rule. */
async function toWriteTo(
  tx: Tx,
  noun: CaseNoun,
  { ids, status, email, restores }: StatusNews<CaseStatus>,
  isEnabled: boolean,
): Promise<readonly string[]> {
  if (restores !== undefined) return withdrawnBy(tx, noun, status, restores, ids)
  if (email) return ids
  return email === undefined && isEnabled ? withNews(tx, noun, status, ids) : []
}

/**
 * Queues emails about a new status, in its transaction before the change. The status's rule applies once for each customer; `email`
 * replaces the text or turns it off. Queued emails about the old status are withdrawn; an undo (`restores`) sends them again. Needs the
 * rows' locks.
 * @throws BAD_REQUEST for an `email` to an unreachable customer
 */
export async function emailStatusChange(
  tx: Tx,
  call: StatusCall,
  { noun, casesToEmail }: EmailedKind,
  { ids, status, email, parcel = {}, restores }: StatusNews<CaseStatus>,
): Promise<void> {
  const { isEnabled, waiting } = await readRule(tx, noun, status, ids)
  await withdraw(tx, call, noun, waiting)
  const asked = await toWriteTo(tx, noun, { ids, status, email, restores }, isEnabled)
  if (asked.length === 0) return
  const written = email === false ? undefined : email
  const cases = await casesToEmail(tx, asked, { status, by: call, parcelOf: (stored) => parcelAfter(stored, parcel) })
  const emails = cases.flatMap((each) => {
    const { recipient } = reachable(each.user, call)
    return recipient ? [{ ...emailOf(call, noun, status, each, written), ...recipient, authorId: call.actor.userId }] : []
  })
  if (email && emails.length === 0) {
    throw fieldError('validation_failed', 'email', 'This case has no customer who can be written to. Change the status without an email.')
  }
  await queueCaseEmails(tx, call, emails)
}

export async function emailCaseOpened(
  tx: Tx,
  call: Call<'outbox' | 'siteUrl' | 'now'>,
  { noun, casesToEmail }: EmailedKind,
  { id, status }: { id: string; status: CaseStatus },
) {
  const { isEnabled } = await readRule(tx, noun, status, [id])
  if (!isEnabled) return
  const [opened] = await casesToEmail(tx, [id])
  const { recipient } = reachable(opened?.user, call)
  if (!opened || !recipient) return
  await queueCaseEmails(tx, call, [
    { ...emailOf(call, noun, status, opened, undefined), ...recipient, authorId: call.actor.userId, lasts: true },
  ])
}

/** @throws NOT_FOUND, BAD_REQUEST for a status of another kind */
export function previewStatusEmail(
  call: SignedInCall<'db' | 'outbox' | 'now' | 'creditLimit'>,
  { noun, casesToEmail }: EmailedKind,
  { id, status, ...parcel }: Omit<z.output<typeof statusEmailInput>, 'noun'>,
): Promise<StatusEmailPreview> {
  const known: readonly CaseStatus[] = caseStatuses[noun]
  if (!known.includes(status)) throw fieldError('validation_failed', 'status', `Not a status of ${records[noun].many}`)
  return call.db.prisma.$transaction(async (tx) => {
    const [found] = await casesToEmail(tx, [id], { status, by: call, parcelOf: (stored) => parcelAfter(stored, parcel) })
    if (!found) throw notFound(records[noun])
    const { isEnabled } = await readRule(tx, noun, status, [])
    const writtenAt = await writtenAbout(tx, noun, status, found.id)
    const { recipient, missing } = reachable(found.user, call)
    return {
      recipient: recipient?.to ?? null,
      missing,
      isEnabled: isEnabled && writtenAt === null,
      writtenAt,
      ...textOf(call.outbox, found, status),
      document: documentOf(found, status),
      returnAddress: found.returnAddress,
    }
  })
}

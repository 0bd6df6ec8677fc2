import {
  caseStatuses,
  isSentBack,
  isEmailedByDefault,
  type CaseStatus,
  type StatusEmailPreview,
  type statusEmailInput,
} from '~/contracts/cases/emails'
import type * as z from 'zod'
import type { Parcel } from '~/contracts/cases/carriers'
import type { CaseNoun } from '~/contracts/cases/cases'
import { EMAIL_WAIT_SECONDS } from '~/contracts/office/change-emails'
import type { CaseEmailText } from '~/contracts/cases/estimates'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import type { Call } from '~/server/call'
import { notFound } from '~/server/platform/database/conflict'
import { fieldError } from '~/server/platform/errors'
import { forget } from '~/server/office/outbox/recall'
import type { ParcelInput, StatusNews } from '~/server/office/records/status-records'
import type { Services } from '~/server/services'
import { isWith } from './customer-case'
import { caseText, wordsRead, type CaseWords } from './case-words'
import { mailable, queueCaseEmails } from './emails'
import { ofPresent } from './file-access'
import type { CaseToEmail, ReadCasesToEmail } from './status-facts'
import { documentOf } from './status-text'

type Tx = Prisma.TransactionClient

/** Whoever sets a status back to what it was so shortly before has been mistaken, and tells nothing new (s). */
const MISTAKEN_WITHIN = 60

interface Found {
  isEnabled: boolean | null
  waiting: string[] | null
}

/** Reads the rule of a status, and the emails about other statuses of these cases that may still wait. */
export async function readRule(tx: Pick<Tx, '$queryRaw'>, noun: CaseNoun, status: CaseStatus, ids: readonly string[]) {
  const [found] = await tx.$queryRaw<Found[]>`
    SELECT (SELECT is_enabled FROM case_email_rules WHERE noun = ${noun} AND status = ${status}) AS "isEnabled",
      (SELECT array_agg(id::text) FROM case_emails AS t
        WHERE case_id = ANY (${[...ids]}::uuid[]) AND ${isWith(ofPresent)} AND sent_at IS NULL AND kind = ANY (${[...caseStatuses[noun]]})
          AND created_at > now() - make_interval(secs => ${2 * EMAIL_WAIT_SECONDS})) AS waiting`
  return { isEnabled: found?.isEnabled ?? isEmailedByDefault(noun, status), waiting: found?.waiting ?? [] }
}

/** Takes back what was written of a status that has not lasted. */
async function withdraw(tx: Tx, { outbox }: Pick<Services, 'outbox'>, waiting: readonly string[]): Promise<void> {
  if (waiting.length > 0) await forget(tx, await outbox.withdraw(tx, waiting))
}

/** The ids of the cases that had this status until a moment ago: a statement's part, of one column `id`. */
export function withdrawnIds(noun: CaseNoun, status: CaseStatus): Prisma.Sql {
  const { auditSubject } = records[noun]
  return Prisma.sql`
    SELECT last.id FROM (
      SELECT DISTINCT ON (a.subject_id) a.subject_id AS id, a.before ->> 'status' AS status FROM audit_log AS a
      WHERE a.at > now() - make_interval(secs => ${MISTAKEN_WITHIN}) AND a.subject_type = ${auditSubject}
        AND a.action = ${`${auditSubject}.status_changed`}
      ORDER BY a.subject_id, a.id DESC
    ) AS last WHERE last.status = ${status}`
}

/** Those of the given cases. */
async function mistaken(tx: Tx, noun: CaseNoun, status: CaseStatus, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT back.id FROM (${withdrawnIds(noun, status)}) AS back WHERE back.id = ANY (${[...ids]}::text[])`
  return new Set(found.map(({ id }) => id))
}

/** When the customers of these cases were last written about a status. */
async function writtenAbout(tx: Tx, status: CaseStatus, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const found = await tx.$queryRaw<{ id: string; at: Date }[]>`
    SELECT t.case_id::text AS id, max(t.created_at) AS at FROM case_emails AS t
    WHERE t.case_id = ANY (${[...ids]}::uuid[]) AND t.kind = ${status} AND ${isWith(ofPresent)} GROUP BY 1`
  return new Map(found.map(({ id, at }) => [id, at]))
}

/** The parcel as the change of status leaves it. */
const parcelAfter = (stored: Parcel, { carrier, trackingNumber }: ParcelInput): Parcel => ({
  carrier: carrier === undefined ? stored.carrier : carrier,
  trackingNumber: trackingNumber === undefined ? stored.trackingNumber : trackingNumber,
})

/** The parts of a kind of case that make its emails. */
export interface EmailedKind {
  noun: CaseNoun
  casesToEmail: ReadCasesToEmail
}

/** The words of the email about a status. */
function textOf(outbox: Services['outbox'], of: CaseToEmail, status: CaseStatus): CaseWords {
  const { template, values } = of.emailOf(status)
  return caseText(outbox, template, values)
}

const emailOf = (outbox: Services['outbox'], noun: CaseNoun, status: CaseStatus, of: CaseToEmail, text: CaseEmailText | undefined) => {
  const kind = documentOf(of, status)
  return {
    of: { noun, id: of.id },
    kind: status,
    ...(text ? wordsRead(text) : textOf(outbox, of, status)),
    document: kind === null ? undefined : { kind },
    parcel: isSentBack(status) ? of.parcel : undefined,
  }
}

/**
 * Writes to the customers of cases that are given another status, in the transaction of the change and before it: by the
 * status's rule each customer once, or, with `email`, what somebody has looked at. What was written of the status before,
 * and has not gone out yet, is withdrawn. The rows are locked by the caller.
 * @throws BAD_REQUEST for an `email` to a case without a customer who can be written to
 */
export async function emailStatusChange(
  tx: Tx,
  call: Call<'outbox' | 'siteUrl'>,
  { noun, casesToEmail }: EmailedKind,
  { ids, status, email, parcel = {} }: StatusNews<CaseStatus>,
): Promise<void> {
  const { isEnabled, waiting } = await readRule(tx, noun, status, ids)
  await withdraw(tx, call, waiting)
  if (email === false || (email === undefined && !isEnabled)) return
  const back = email ? new Set<string>() : await mistaken(tx, noun, status, ids)
  const told = email ? new Map<string, Date>() : await writtenAbout(tx, status, ids)
  const asked = ids.filter((id) => !back.has(id) && !told.has(id))
  if (asked.length === 0) return
  const cases = await casesToEmail(tx, asked, (stored) => parcelAfter(stored, parcel))
  const emails = cases.flatMap((each) => {
    const { recipient } = mailable(each.user)
    return recipient ? [{ ...emailOf(call.outbox, noun, status, each, email), ...recipient, authorId: call.actor.userId }] : []
  })
  if (email && emails.length === 0) {
    throw fieldError('validation_failed', 'email', 'This case has no customer who can be written to. Change the status without an email.')
  }
  await queueCaseEmails(tx, call, emails)
}

/** The same for a case that has just been opened: no later status takes that back. */
export async function emailCaseOpened(
  tx: Tx,
  call: Call<'outbox' | 'siteUrl'>,
  { noun, casesToEmail }: EmailedKind,
  { id, status }: { id: string; status: CaseStatus },
) {
  const { isEnabled } = await readRule(tx, noun, status, [id])
  if (!isEnabled) return
  const [opened] = await casesToEmail(tx, [id])
  const { recipient } = mailable(opened?.user)
  if (!opened || !recipient) return
  await queueCaseEmails(tx, call, [
    { ...emailOf(call.outbox, noun, status, opened, undefined), ...recipient, authorId: call.actor.userId, lasts: true },
  ])
}

/** Whom a change of status would be told to, and how. @throws NOT_FOUND, BAD_REQUEST for a status of another kind */
export function previewStatusEmail(
  { db, outbox }: Pick<Services, 'db' | 'outbox'>,
  { noun, casesToEmail }: EmailedKind,
  { id, status, ...parcel }: Omit<z.output<typeof statusEmailInput>, 'noun'>,
): Promise<StatusEmailPreview> {
  const known: readonly CaseStatus[] = caseStatuses[noun]
  if (!known.includes(status)) throw fieldError('validation_failed', 'status', `Not a status of ${records[noun].many}`)
  return db.prisma.$transaction(async (tx) => {
    const [found] = await casesToEmail(tx, [id], (stored) => parcelAfter(stored, parcel))
    if (!found) throw notFound(records[noun])
    const { isEnabled } = await readRule(tx, noun, status, [])
    const writtenAt = (await writtenAbout(tx, status, [id])).get(found.id) ?? null
    const { recipient, missing } = mailable(found.user)
    return {
      recipient: recipient?.to ?? null,
      missing,
      isEnabled: isEnabled && writtenAt === null,
      writtenAt,
      ...textOf(outbox, found, status),
      document: documentOf(found, status),
    }
  })
}

import * as z from 'zod'
import { timelineDetails, type Timeline, type TimelineEntry } from '~/contracts/cases/timeline'
import type { CaseRef } from '~/contracts/case-ref'
import type { timelineInput } from '~/contracts/cases/cases'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { entries, entryShape, readEntries } from '~/server/platform/lists/history-entries'
import type { Services } from '~/server/services'
import { happenedWith, madeWith } from './base/customer-case'
import { fileVisibility, ofPresent } from './base/file-access'
import { quoteKinds } from './quotes/quote-kinds'
import { emailOf } from '~/server/identity/users/email-of'

/** Changes that the estimate or offer itself reports. */
const TOLD_BY_OTHERS = String.raw`\.(estimate|offer)_(sent|approved|accepted|declined|disputed)$`

const ofQuotes = (kind: 'estimate' | 'offer', mine: Prisma.Sql) => {
  const event = (name: Prisma.Sql, at: Prisma.Sql, actor: Prisma.Sql, key: string) => Prisma.sql`
    ${entries(kind, at, Prisma.sql`${key} || t.id`, actor, {
      number: Prisma.sql`t.number`,
      event: name,
      total: Prisma.sql`t.total`,
      answerNote: Prisma.sql`t.answer_note`,
      answerVia: Prisma.sql`t.answer_via`,
    })} FROM case_quotes AS t WHERE ${mine} AND ${at} IS NOT NULL`
  return [
    event(Prisma.sql`'sent'`, Prisma.sql`t.sent_at`, emailOf(Prisma.sql`t.created_by`), 'sent:'),
    event(Prisma.sql`t.state::text`, Prisma.sql`t.answered_at`, emailOf(Prisma.sql`t.answered_by_user`), 'answered:'),
    event(Prisma.sql`'approved'`, Prisma.sql`t.approved_at`, emailOf(Prisma.sql`t.approved_by`), 'approved:'),
  ]
}

function sourcesOf({ noun, id }: CaseRef, customer: string | null | undefined): Prisma.Sql[] {
  const ofCase = Prisma.sql`t.case_id = ${id}::uuid`
  // Of a customer, only what happened while the case was theirs, and what was made with them.
  const [isTheirs, then] =
    customer === undefined ? [Prisma.sql`TRUE`, Prisma.sql`TRUE`] : [madeWith({ noun, id }, customer), happenedWith({ noun, id }, customer)]
  const mine = Prisma.sql`${ofCase} AND ${isTheirs}`
  const createdAt = Prisma.sql`t.created_at`
  const key = Prisma.sql`t.id`
  return [
    Prisma.sql`${entries('change', Prisma.sql`t.at`, Prisma.sql`lpad(t.id::text, 19, '0')`, Prisma.sql`t.actor_email`, {
      action: Prisma.sql`t.action`,
      before: Prisma.sql`t.before`,
      after: Prisma.sql`t.after`,
    })} FROM audit_log AS t WHERE t.subject_type = ${records[noun].auditSubject} AND t.subject_id = ${id.toLowerCase()}
        AND t.action !~ ${TOLD_BY_OTHERS} AND ${then}`,
    Prisma.sql`${entries('note', createdAt, key, Prisma.sql`t.author_email`, { body: Prisma.sql`t.body` })}
      FROM case_notes AS t WHERE ${customer === undefined ? ofCase : Prisma.sql`FALSE`}`,
    Prisma.sql`${entries('message', createdAt, key, Prisma.sql`coalesce(${emailOf(Prisma.sql`t.author_id`)}, CASE WHEN t.side = 'customer' THEN 'Customer' END)`, { side: Prisma.sql`t.side`, body: Prisma.sql`t.body` })}
      FROM case_messages AS t WHERE ${mine}`,
    Prisma.sql`${entries('email', createdAt, key, emailOf(Prisma.sql`t.author_id`), {
      kind: Prisma.sql`t.kind`,
      recipient: Prisma.sql`t.recipient`,
      subject: Prisma.sql`t.subject`,
      body: Prisma.sql`t.body`,
      isSent: Prisma.sql`t.sent_at IS NOT NULL`,
    })} FROM case_emails AS t WHERE ${mine}`,
    Prisma.sql`${entries('file', createdAt, key, emailOf(Prisma.sql`t.uploaded_by`), {
      kind: Prisma.sql`t.kind`,
      name: Prisma.sql`t.name`,
      isRemoved: Prisma.sql`t.removed_at IS NOT NULL`,
      visibility: fileVisibility(customer === undefined ? ofPresent : Prisma.sql`${customer}::uuid`),
    })} FROM case_files AS t WHERE ${ofCase}`,
    Prisma.sql`${entries('reading', createdAt, key, emailOf(Prisma.sql`t.created_by`), { phase: Prisma.sql`t.phase` })}
      FROM case_readings AS t WHERE ${ofCase}`,
    ...ofQuotes(quoteKinds[noun].word, mine),
  ]
}

const detailed = z.discriminatedUnion('kind', [
  entryShape.extend({ kind: z.literal('change'), detail: timelineDetails.change }),
  entryShape.extend({ kind: z.literal('note'), detail: timelineDetails.note }),
  entryShape.extend({ kind: z.literal('message'), detail: timelineDetails.message }),
  entryShape.extend({ kind: z.literal('email'), detail: timelineDetails.email }),
  entryShape.extend({ kind: z.literal('file'), detail: timelineDetails.file }),
  entryShape.extend({ kind: z.literal('reading'), detail: timelineDetails.reading }),
  entryShape.extend({ kind: z.literal('estimate'), detail: timelineDetails.estimate }),
  entryShape.extend({ kind: z.literal('offer'), detail: timelineDetails.offer }),
]) satisfies z.ZodType<TimelineEntry>

/** @param customer limits it to their part, with staff's entries; all without one @throws BAD_REQUEST for a foreign cursor */
export const readTimeline = (
  { db }: Pick<Services, 'db'>,
  input: z.output<typeof timelineInput>,
  customer?: string | null,
): Promise<Timeline> => readEntries(db, sourcesOf(input, customer), input, detailed)

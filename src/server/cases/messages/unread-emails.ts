import { UNREAD_MINUTES, type MessageSide } from '~/contracts/cases/messages'
import type { CaseRef } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { Prisma } from '~/generated/prisma/client'
import { casePageOf } from '~/lib/records'
import { deviceName } from '~/contracts/cases/device'
import { caseRefOf } from '~/server/cases/base/customer-case'
import { caseText } from '~/server/cases/base/case-words'
import { companyValues, unreadMessages } from '~/server/cases/case-email-templates'
import { caseRecipient, mailable, queueCaseEmail } from '~/server/cases/base/case-emails'
import { type Recipient, recipientFields } from '~/server/platform/outbox/outbox'
import { safeJson } from '~/server/platform/database/column-values'
import { notFound } from '~/server/platform/database/conflict'
import { eachApart } from '~/server/platform/jobs/each-apart'
import { renderEmail } from '~/server/platform/mail/email-layout'
import type { Services } from '~/server/services'
import { readBranding } from '~/server/site/settings/branding'
import { readInbox } from '~/server/site/settings/read-inbox'
import { readSettings } from '~/server/site/settings/read-settings'

type Tx = Prisma.TransactionClient
type Deps = Pick<Services, 'db' | 'log' | 'now' | 'outbox' | 'siteUrl' | 'contactInbox'>

const PORTION = 200
/** Latest messages in an email. */
const MOST_EMAILS = 10

interface Told {
  body: string
  pictures: number
}

interface Waiting {
  of: CaseRef
  side: MessageSide
}

async function readCase(tx: Tx, { noun, id }: CaseRef) {
  const { table, status } = records[noun]
  const [row] = await tx.$queryRaw<{ userId: string | null; number: string; deviceInfo: Prisma.JsonValue; assignedTo: string | null }[]>`
    SELECT user_id::text AS "userId", ${Prisma.raw(status.number)} AS number, device_info AS "deviceInfo", assigned_to::text AS "assignedTo"
    FROM ${Prisma.raw(table)} WHERE id = ${id}::uuid`
  if (!row) throw notFound(records[noun])
  const select = { ...recipientFields, profile: { select: { fullName: true, role: true } } } as const
  const assignee = row.assignedTo === null ? null : await tx.user.findUnique({ where: { id: row.assignedTo }, select })
  return { ...row, assignee }
}
type Case = Awaited<ReturnType<typeof readCase>>

/** The assignee, else the shop's inbox or displayed address. */
async function deskRecipient(tx: Tx, { assignee }: Case, contactInbox: string | null): Promise<Recipient | null> {
  if (assignee?.profile?.role === 'admin') {
    const { recipient } = mailable(assignee)
    if (recipient) return recipient
  }
  const inbox = await readInbox(tx, contactInbox)
  return inbox === null ? null : { to: inbox, name: null }
}

function paragraphs(messages: readonly Told[]): string[] {
  const earlier = messages.length - MOST_EMAILS
  return [
    ...(earlier > 0 ? [`${earlier} earlier ${earlier === 1 ? 'message' : 'messages'} on the page.`] : []),
    ...messages.slice(-MOST_EMAILS).map(({ body, pictures }) => {
      const attached = pictures === 0 ? '' : `(${pictures} ${pictures === 1 ? 'picture' : 'pictures'})`
      return [body, attached].filter((part) => part !== '').join('\n')
    }),
  ]
}

const newMessages = (count: number) => (count === 1 ? 'New message' : `${count} new messages`)

async function writeToCustomer(
  tx: Tx,
  services: Deps,
  of: CaseRef,
  { number, deviceInfo }: Case,
  messages: readonly Told[],
): Promise<void> {
  const recipient = await caseRecipient(tx, services, of, 'wantsMessages')
  if (!recipient) return
  const name = `${records[of.noun].one} ${number}`
  const device = deviceName(safeJson(deviceInfo)).slice(0, 200)
  const text = caseText(services.outbox, unreadMessages, {
    ...companyValues(await readSettings(tx)),
    number,
    device,
    case: name,
    new_messages: newMessages(messages.length),
    messages: paragraphs(messages).join('\n\n'),
  })
  await queueCaseEmail(tx, services, {
    of,
    ...recipient,
    kind: 'message',
    ...text,
    authorId: null,
  })
}

async function writeToDesk(
  tx: Tx,
  { outbox, siteUrl, contactInbox }: Deps,
  of: CaseRef,
  row: Case,
  messages: readonly Told[],
): Promise<void> {
  const recipient = await deskRecipient(tx, row, contactInbox)
  if (!recipient) return
  const name = `${records[of.noun].one} ${row.number}`
  const email = renderEmail(await readBranding(tx, siteUrl), {
    ...recipient,
    subject: `${newMessages(messages.length)} about ${name}`,
    before: [`The customer of ${name} has written, and nobody has read it for ${UNREAD_MINUTES} minutes:`, ...paragraphs(messages)],
    link: { label: `Open ${records[of.noun].one}`, href: `${siteUrl}${casePageOf(of.noun, row.number)}#messages` },
    after: ['An answer to this email does not reach the customer.'],
  })
  await outbox.email(tx, email)
}

/** Claims unread messages once the oldest has waited long enough. A reader at the same moment goes first. */
async function claim(tx: Tx, { of, side }: Waiting, now: Date, before: Date) {
  const untold = { caseId: of.id, side, readAt: null, notifiedAt: null }
  if ((await tx.caseMessage.count({ where: { ...untold, createdAt: { lte: before } }, take: 1 })) === 0) return []
  const claimed = await tx.caseMessage.updateManyAndReturn({ where: untold, data: { notifiedAt: now }, select: { id: true } })
  return tx.caseMessage.findMany({
    where: { id: { in: claimed.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { body: true, customerId: true, _count: { select: { files: { where: { removedAt: null } } } } },
  })
}

const tell = (services: Deps, waiting: Waiting, before: Date): Promise<boolean> =>
  services.db.prisma.$transaction(async (tx) => {
    const { of, side } = waiting
    // Writers lock the case too.
    await tx.$queryRaw`SELECT id FROM ${Prisma.raw(records[of.noun].table)} WHERE id = ${of.id}::uuid FOR UPDATE`
    const claimed = await claim(tx, waiting, services.now(), before)
    if (claimed.length === 0) return false
    const row = await readCase(tx, of)
    // Messages to an earlier customer are left out.
    const theirs = side === 'desk' ? claimed.filter(({ customerId }) => customerId === null || customerId === row.userId) : claimed
    const messages = theirs.map(({ body, _count }) => ({ body, pictures: _count.files }))
    if (messages.length === 0) return false
    if (side === 'desk') await writeToCustomer(tx, services, of, row, messages)
    else await writeToDesk(tx, services, of, row, messages)
    return true
  })

/** After ten minutes, each case in its own transaction, so that a crash repeats no email. @returns the number of cases */
export async function emailUnreadMessages(services: Deps): Promise<number> {
  const before = new Date(services.now().getTime() - UNREAD_MINUTES * 60_000)
  const { prisma } = services.db
  const due = await prisma.caseMessage.groupBy({
    by: ['caseId', 'side'],
    where: { readAt: null, notifiedAt: null, createdAt: { lte: before } },
    orderBy: { _min: { createdAt: 'asc' } },
    take: PORTION,
  })
  const cases = await prisma.case.findMany({ where: { id: { in: due.map(({ caseId }) => caseId) } } })
  const refs = new Map(cases.map((row) => [row.id, caseRefOf(row)]))
  return eachApart(services.log, due, ({ caseId, side }) => {
    const of = refs.get(caseId)
    return of ? tell(services, { of, side }, before) : Promise.resolve(false)
  })
}

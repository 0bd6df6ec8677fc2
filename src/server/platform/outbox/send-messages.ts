import * as z from 'zod'
import { email } from '~/contracts/email-address'
import { phoneChannels } from '~/contracts/identity/account'
import { caseDocumentRef } from '~/contracts/cases/documents'
import { decrypt } from '~/server/platform/secrets'
import type { JobKind } from '~/server/platform/jobs/consumer'
import { JobError } from '~/server/platform/errors'
import type { Logger } from '~/server/platform/log'
import type { Attachment, Email, Mailer } from '~/server/platform/mail/email'
import type { EmailPart } from '~/server/platform/mail/merge-emails'
import { metrics } from '~/server/platform/metrics/metrics'
import type { SmsSender } from '~/server/platform/sms/sender'
import {
  EMAIL_QUEUE,
  type DocumentRef,
  outgoingEmail,
  outgoingSms,
  ENCRYPTION_PURPOSE,
  SMS_QUEUE,
  type OutgoingEmail,
  type OutgoingSms,
} from './outbox'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds, 24 hours in all. */
export const DAY_OF_PAUSES: readonly number[] = [
  5,
  25,
  90,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  4 * HOUR,
  6 * HOUR,
  7 * HOUR + 8 * MINUTE,
]

/** A code lives for five minutes. */
const SMS_PAUSES: readonly number[] = [2, 5, 10, 20, 40, 80, 120]

/** Ends before the job expires (`expire_seconds` in prisma/migrations: 30). */
const TRY_SECONDS = 25
/** As many as connections to the mail server. */
const AT_ONCE = 3

const link = z.object({ label: z.string(), href: z.string() })
const paragraphs = z.array(z.string())
const emailPart = z.object({
  title: z.string(),
  subject: z.string().optional(),
  content: z.object({
    to: z.string(),
    subject: z.string(),
    name: z.string().nullable(),
    before: paragraphs,
    link,
    after: paragraphs,
    foot: link.optional(),
  }),
}) satisfies z.ZodType<EmailPart>

const emailShape = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  replyTo: email().optional(),
  unsubscribe: z.url().optional(),
  channel: z.enum(phoneChannels).optional(),
  document: caseDocumentRef.optional(),
  part: emailPart.optional().catch(undefined),
  // Unreadable if written by a later version: the email then goes without it.
  receipt: z
    .object({ kind: z.literal('payment-receipt'), id: z.guid() })
    .optional()
    .catch(undefined),
  invoice: z
    .object({ kind: z.literal('invoice'), id: z.guid() })
    .optional()
    .catch(undefined),
})
const smsShape = z.object({ to: z.string(), channel: z.enum(phoneChannels), text: z.string() })

function decrypted<T>(secret: string, shape: z.ZodType<T>, sealed: string): T {
  try {
    return shape.parse(JSON.parse(decrypt(secret, ENCRYPTION_PURPOSE, sealed)))
  } catch {
    // Changed, or encrypted with another installation's secret.
    throw new JobError('unreadable', true)
  }
}

/** The next attempt makes the file. */
function notMade(log: Logger, err: unknown): never {
  log.warn({ err }, 'The file that goes with an email could not be made')
  throw new JobError('attachment')
}

export interface EmailDeps {
  secret: string
  mail: Mailer
  sms: SmsSender | null
  log: Logger
  pauses?: readonly number[] | undefined
  delivered: (id: string) => Promise<void>
  attach: (document: DocumentRef, emailId: string) => Promise<readonly Attachment[]>
  gather: (job: { id: string; data: OutgoingEmail }) => Promise<OutgoingEmail | null>
  merge: (parts: readonly [EmailPart, ...EmailPart[]]) => Promise<Email>
}

type Content = z.output<typeof emailShape>

const documentOf = ({ document, invoice, receipt }: Content) => invoice ?? receipt ?? document

export const emailKind = ({
  secret,
  mail,
  sms,
  log,
  delivered,
  attach,
  gather,
  merge,
  pauses = DAY_OF_PAUSES,
}: EmailDeps): JobKind<OutgoingEmail> => ({
  name: EMAIL_QUEUE,
  data: outgoingEmail,
  atOnce: AT_ONCE,
  seconds: TRY_SECONDS,
  pauses,
  async run(job) {
    const data = await gather(job)
    if (data === null) return
    const { id } = job
    const own = decrypted(secret, emailShape, data.sealed)
    const { document: _document, invoice: _invoice, receipt: _receipt, part, channel, ...email } = own
    if (channel) {
      if (!sms) throw new JobError('phone_provider_disabled')
      await sms.send({ to: email.to, channel, text: email.text })
    } else {
      const others = (data.parts ?? []).map((other) => ({ ...other, content: decrypted(secret, emailShape, other.sealed) }))
      const merged = part && others.length > 0 ? await merge([part, ...others.flatMap(({ content }) => content.part ?? [])]) : email
      const attachments: Attachment[] = []
      for (const each of [{ id, content: own }, ...others]) {
        const document = documentOf(each.content)
        if (document) attachments.push(...(await attach(document, each.id).catch((err: unknown) => notMade(log, err))))
      }
      await mail.send({ ...merged, ...(attachments.length > 0 && { attachments }) }, { id, postedAt: new Date(data.postedAt) })
      metrics().emails.inc({ result: 'sent' })
    }
    // The email is out: a failure now would send it again.
    for (const each of [id, ...(data.parts ?? []).map((other) => other.id)])
      await delivered(each).catch((err: unknown) =>
        log.warn({ err, id: each }, 'An email was delivered, but that could not be written down'),
      )
  },
  failed({ reason }, isLast) {
    metrics().emails.inc({ result: isLast ? 'failed' : 'retried' })
    if (isLast) log.error({ reason }, 'Email not sent; administrators can send it again')
  },
})

interface SmsDeps {
  secret: string
  sms: SmsSender | null
  log: Logger
  now: () => Date
  pauses?: readonly number[] | undefined
}

export const smsKind = ({ secret, sms, log, now, pauses = SMS_PAUSES }: SmsDeps): JobKind<OutgoingSms> => ({
  name: SMS_QUEUE,
  data: outgoingSms,
  atOnce: AT_ONCE,
  seconds: TRY_SECONDS,
  pauses,
  async run({ data }) {
    if (now() >= new Date(data.expiresAt)) throw new JobError('expired', true)
    if (!sms) throw new JobError('phone_provider_disabled')
    await sms.send(decrypted(secret, smsShape, data.sealed))
  },
  failed({ reason }, isLast) {
    if (isLast) log.error({ reason }, 'Message to a phone not sent')
  },
})

import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { CaseDocumentRef } from '~/contracts/case-documents'
import type { Prisma } from '~/generated/prisma/client'
import { maskedPhone } from '~/server/auth/phone'
import { encrypt } from '~/server/platform/secrets'
import type { JobQueue } from '~/server/platform/jobs/job-queue'
import type { Email } from '~/server/platform/mail/email'
import type { SmsMessage } from '~/server/platform/sms/sender'

/** Whom an email goes to, and by which name. */
export interface Recipient {
  to: string
  /** Null when the address is not verified: its account may have been opened by anyone, with any name. */
  name: string | null
}

/** What emails need to know of an account. */
export const recipientFields = { email: true, emailVerifiedAt: true, profile: { select: { fullName: true } } } as const

/** Whom an email goes to; by name only where the address is proven. */
export const recipientOf = (user: {
  email: string
  emailVerifiedAt: Date | null
  profile: { fullName: string | null } | null
}): Recipient => ({ to: user.email, name: user.emailVerifiedAt ? (user.profile?.fullName ?? null) : null })

/** The queues of what goes out, by their names (prisma/migrations). */
export const EMAIL_QUEUE = 'letters'
export const SMS_QUEUE = 'texts'
export const OUTGOING = [EMAIL_QUEUE, SMS_QUEUE] as const

/** What the content is encrypted for (`encrypt`): it carries links and codes that open accounts. */
export const ENCRYPTION_PURPOSE = 'outbox'

/** What everybody may see of it who administers the shop; the rest is encrypted until it goes out. */
const outgoing = z.object({
  to: z.string(),
  subject: z.string(),
  sealed: z.string(),
  postedAt: z.iso.datetime(),
})
export const outgoingEmail = outgoing
export const outgoingSms = outgoing.extend({
  /** From then on it is worth nothing, and not sent any more. */
  expiresAt: z.iso.datetime(),
})
export type OutgoingEmail = z.output<typeof outgoingEmail>
export type OutgoingSms = z.output<typeof outgoingSms>

type Tx = Pick<Prisma.TransactionClient, '$queryRawUnsafe'>

/** An email with what it is known by. */
export interface PostedEmail {
  email: Omit<Email, 'attachments'>
  id: string
  /** Goes with it as a file, which is made when the email goes out. */
  document?: CaseDocumentRef | undefined
}

/**
 * Takes emails and text messages in the transaction of the change that causes them. They go out, as soon as it is
 * committed, from whichever process comes first (docs/decisions/037).
 */
export class Outbox {
  #last = 0

  constructor(
    private readonly jobs: Pick<JobQueue, 'post' | 'postMany' | 'withdraw'>,
    private readonly secret: string,
  ) {}

  /**
   * @param id the email's; made up where nothing else is known by it
   * @param document goes with it as a file, which is made when the email goes out
   */
  async email(tx: Tx, email: Omit<Email, 'attachments'>, id: string = randomUUID(), document?: CaseDocumentRef): Promise<void> {
    await this.emails(tx, [{ email, id, document }])
  }

  /**
   * The same with many, by one statement.
   * @param inSeconds so long they can be withdrawn
   */
  async emails(tx: Tx, emails: readonly PostedEmail[], inSeconds?: number): Promise<void> {
    const jobs = emails.map(({ email, id, document }) => {
      const { to, subject } = email
      const data: OutgoingEmail = { to, subject, sealed: this.#encrypted({ ...email, document }), postedAt: this.#moment() }
      return { id, data }
    })
    await this.jobs.postMany(tx, EMAIL_QUEUE, jobs, inSeconds === undefined ? {} : { inSeconds })
  }

  /** Takes those of the given emails back that wait for their time. @returns their ids */
  withdraw(tx: Pick<Prisma.TransactionClient, '$queryRaw'>, ids: readonly string[]): Promise<string[]> {
    return this.jobs.withdraw(tx, EMAIL_QUEUE, ids)
  }

  /** @param expiresAt from then on it is not sent any more */
  async sms(tx: Tx, message: SmsMessage, expiresAt: Date): Promise<void> {
    const data: OutgoingSms = {
      to: maskedPhone(message.to),
      subject: 'Code of a second factor',
      sealed: this.#encrypted(message),
      postedAt: this.#moment(),
      expiresAt: expiresAt.toISOString(),
    }
    await this.jobs.post(tx, SMS_QUEUE, data, { id: randomUUID() })
  }

  #encrypted(content: object): string {
    return encrypt(this.secret, ENCRYPTION_PURPOSE, JSON.stringify(content))
  }

  /** Now, and no moment twice: emails sort by it. */
  #moment(): string {
    this.#last = Math.max(Date.now(), this.#last + 1)
    return new Date(this.#last).toISOString()
  }
}

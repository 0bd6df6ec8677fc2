import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { CaseDocumentRef } from '~/contracts/cases/documents'
import { EMAIL_WAIT_SECONDS, type ChangeEmails } from '~/contracts/change-emails'
import { Prisma } from '~/generated/prisma/client'
import { encrypt } from '~/server/platform/secrets'
import type { JobQueue } from '~/server/platform/jobs/job-queue'
import type { Email } from '~/server/platform/mail/email'
import { maskedPhone, type SmsMessage } from '~/server/platform/sms/sender'
import type { EmailTexts } from '~/server/platform/email-texts/email-texts'
import type { EmailPart } from '~/server/platform/mail/merge-emails'
import { emailsOf, type Change, type VisibleEmail } from './email-change'

/** An email's address and the name in its greeting. */
export interface Recipient {
  to: string
  /** Null for an unverified address: its account may have been opened by anyone, with any name. */
  name: string | null
}

/** The columns of an account that emails need. */
export const recipientFields = {
  email: true,
  emailVerifiedAt: true,
  signedUpAt: true,
  profile: { select: { fullName: true, phone: true } },
} as const

/** The recipient of an account; not by a name that a stranger may have signed up with: until the address is proven, such an account has none. */
export const recipientOf = (user: {
  email: string
  emailVerifiedAt: Date | null
  /** The time of the sign-up; null if staff, or a confirmed request, made the account. */
  signedUpAt: Date | null
  profile: { fullName: string | null } | null
}): Recipient => ({
  to: user.email,
  name: user.emailVerifiedAt !== null || user.signedUpAt === null ? (user.profile?.fullName ?? null) : null,
})

/** Names of the queues, which the baseline makes. */
export const EMAIL_QUEUE = 'letters'
export const SMS_QUEUE = 'texts'
export const OUTGOING = [EMAIL_QUEUE, SMS_QUEUE] as const

/** Emails of one group wait for each other for so many seconds at most. */
const GATHERED_WITHIN = 60

/** The encryption purpose of the content, which carries links and codes that open accounts. */
export const ENCRYPTION_PURPOSE = 'outbox'

/** The part that every administrator may see; the rest is encrypted until it goes out. */
const outgoing = z.object({
  to: z.string(),
  subject: z.string(),
  sealed: z.string(),
  postedAt: z.iso.datetime(),
})
export const outgoingEmail = outgoing.extend({
  /** The administrator's change that it comes from, if it waits and can be recalled with it. */
  change: z.string().optional(),
  /** Later changes do not withdraw it: only its own change can be recalled. */
  lasts: z.boolean().optional(),
  /** It is a text message to a customer without an email address. */
  isText: z.boolean().optional(),
  /** Those of one group to the same person go out as one (gather-emails.ts). */
  group: z.string().optional(),
  /** The others that it brings; empty once it is decided that it goes alone. */
  parts: z.array(z.object({ id: z.string(), sealed: z.string(), postedAt: z.iso.datetime() })).optional(),
  /** The one that brings it. */
  broughtBy: z.string().optional(),
})
export const outgoingSms = outgoing.extend({
  /** It is not sent after this time. */
  expiresAt: z.iso.datetime(),
})
export type OutgoingEmail = z.output<typeof outgoingEmail>
export type OutgoingSms = z.output<typeof outgoingSms>

type Tx = Pick<Prisma.TransactionClient, '$queryRawUnsafe' | '$executeRaw'>
type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

/** An invoice or a credit note that goes with an email. */
export interface InvoiceRef {
  kind: 'invoice'
  /** The document's. */
  id: string
}
export interface ReceiptRef {
  kind: 'payment-receipt'
  id: string
}
/** A file that goes with an email. */
export type DocumentRef = CaseDocumentRef | InvoiceRef | ReceiptRef

export interface PostedEmail {
  email: Omit<Email, 'attachments'>
  id: string
  /** A file that is made and attached when the email goes out. */
  document?: DocumentRef | undefined
  /** Its `to` is a telephone number, which is sent its `text` alone. */
  isText?: boolean | undefined
  /** Later changes do not withdraw it: only its own change can be recalled. */
  lasts?: boolean | undefined
  /** It goes out as one email with others of its group that wait when it does. */
  together?: (EmailPart & { group: string }) | undefined
}

const visibleEmails = z.array(
  z
    .object({ id: z.string(), data: z.object({ to: z.string(), subject: z.string(), change: z.string().nullish() }) })
    .transform(({ id, data }): VisibleEmail => ({ id, to: data.to, subject: data.subject, change: data.change ?? null })),
)

/** Under separate names, so that a version older than invoices or receipts sends the email without the file. */
const named = (document: DocumentRef | undefined) => {
  if (document?.kind === 'invoice') return { invoice: document }
  return document?.kind === 'payment-receipt' ? { receipt: document } : { document }
}

/**
 * Takes emails and text messages in the transaction of the change that causes them. Any process sends them as soon as it is committed
 * (docs/decisions/013).
 */
export class Outbox {
  /** The time of the last message; all outboxes of a process share it. */
  readonly #clock: { last: number }

  /**
   * @param texts the words of emails
   * @param holdSeconds the time that an administrator's emails to customers wait
   * @param textCountries countries whose numbers get text messages (ISO 3166); null where none are sent
   * @param change the administrator's change that they belong to
   */
  constructor(
    private readonly jobs: Pick<JobQueue, 'post' | 'postMany' | 'withdraw'>,
    private readonly secret: string,
    readonly texts: EmailTexts,
    private readonly holdSeconds: number = EMAIL_WAIT_SECONDS,
    readonly textCountries: ReadonlySet<string> | null = null,
    private readonly change?: Change,
    clock = { last: 0 },
  ) {
    this.#clock = clock
  }

  /** This outbox for an administrator's change, which records the emails to customers. */
  of(change: Change): Outbox {
    return new Outbox(this.jobs, this.secret, this.texts, this.holdSeconds, this.textCountries, change, this.#clock)
  }

  get changeId(): string | null {
    return this.change?.id ?? null
  }

  /** The emails that a change has posted and recalled, for the API's answer; undefined if there are none. */
  emailsOf(change: Change): ChangeEmails | undefined {
    return emailsOf(change, this.holdSeconds)
  }

  /** An email to an account about itself: it goes out at once and cannot be recalled. */
  async email(tx: Tx, email: Omit<Email, 'attachments'>): Promise<void> {
    await this.#post(tx, [{ email, id: randomUUID() }])
  }

  /** Emails to customers about their business, by one statement. Those of an administrator's change wait, and are named in its answer. */
  async customerEmails(tx: Tx, emails: readonly PostedEmail[]): Promise<void> {
    await this.#post(tx, emails, this.change?.id)
    for (const { id, email } of emails) this.change?.waiting.set(id, { id, to: email.to, subject: email.subject, change: this.change.id })
  }

  async #post(tx: Tx, emails: readonly PostedEmail[], change?: string): Promise<void> {
    const jobs = emails.map(({ email, id, document, isText, lasts, together }) => {
      const { to, subject } = email
      const { group, ...part } = together ?? {}
      const sealed = this.#encrypted({
        ...email,
        ...named(document),
        ...(isText && { channel: 'sms' }),
        ...(group !== undefined && { part }),
      })
      const data: OutgoingEmail = { to, subject, sealed, postedAt: this.#moment(), change, lasts, isText, group }
      return { id, data }
    })
    const groups = new Set(jobs.flatMap(({ data: { group } }) => group ?? []))
    // Others may join those of a group, also where nobody could recall them.
    const waits = change !== undefined || groups.size > 0
    await this.jobs.postMany(tx, EMAIL_QUEUE, jobs, waits ? { inSeconds: this.holdSeconds } : {})
    if (groups.size > 0) await this.#waitFor(tx, [...groups])
  }

  /** Has the waiting emails of some groups wait for one that has just been written, so that they go out as one. */
  async #waitFor(tx: Tx, groups: readonly string[]): Promise<void> {
    await tx.$executeRaw`
      UPDATE shop_queue.job SET start_after = now() + make_interval(secs => ${this.holdSeconds})
      WHERE name = ${EMAIL_QUEUE} AND id IN (
        SELECT id FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND state = 'created' AND data ->> 'group' = ANY (${[...groups]}::text[])
          AND start_after > now() AND created_on > now() - make_interval(secs => ${GATHERED_WITHIN}) ORDER BY id FOR UPDATE SKIP LOCKED)`
  }

  /** Withdraws waiting emails, except those with `lasts`. @returns their ids */
  async withdraw(tx: Reader, ids: readonly string[]): Promise<string[]> {
    const passing = await tx.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND id = ANY (${[...ids]}::uuid[]) AND data ->> 'lasts' IS NULL`
    return this.#withdraw(
      tx,
      passing.map(({ id }) => id),
    )
  }

  /** Withdraws waiting emails, also those with `lasts`, because their content has turned out to be wrong. @returns their ids */
  withdrawWrong(tx: Reader, ids: readonly string[]): Promise<string[]> {
    return this.#withdraw(tx, ids)
  }

  async #withdraw(tx: Reader, ids: readonly string[]): Promise<string[]> {
    const withdrawn = visibleEmails.parse(await this.jobs.withdraw(tx, EMAIL_QUEUE, ids))
    for (const letter of withdrawn) this.change?.recalled.set(letter.id, letter)
    return withdrawn.map(({ id }) => id)
  }

  /** Recalls the waiting emails of an earlier change. @returns their ids */
  async recall(tx: Reader, change: string): Promise<string[]> {
    const posted = await this.#postedIn(tx, change)
    const ids = await this.#withdraw(
      tx,
      posted.map(({ id }) => id),
    )
    const isBack = new Set(ids)
    this.tooLate(posted.filter(({ id }) => !isBack.has(id)))
    return ids
  }

  /** True of an email that this change has recalled. */
  hasRecalled(id: string): boolean {
    return this.change?.recalled.has(id) ?? false
  }

  /** Records emails that had gone out before they could be recalled. */
  tooLate(letters: readonly VisibleEmail[]): void {
    for (const letter of letters) this.change?.gone.set(letter.id, letter)
  }

  /** Names the waiting emails again when a change is answered once more. */
  async remind(db: Reader, change: Change): Promise<void> {
    for (const letter of await this.#postedIn(db, change.id, Prisma.sql`state = 'created' AND start_after > now()`))
      change.waiting.set(letter.id, letter)
  }

  async #postedIn(db: Reader, change: string, which = Prisma.sql`TRUE`): Promise<VisibleEmail[]> {
    return visibleEmails.parse(
      await db.$queryRaw`SELECT id::text, data FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND data ->> 'change' = ${change} AND ${which}`,
    )
  }

  /** @param expiresAt it is not sent after this time */
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

  /** Now, but no moment twice: emails sort by it. */
  #moment(): string {
    this.#clock.last = Math.max(Date.now(), this.#clock.last + 1)
    return new Date(this.#clock.last).toISOString()
  }
}

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

export interface Recipient {
  to: string
  /** Null for an unverified address: anyone may have opened its account with any name. */
  name: string | null
}

export const recipientFields = {
  email: true,
  emailVerifiedAt: true,
  signedUpAt: true,
  profile: { select: { fullName: true, phone: true } },
} as const

/** Without a name that a stranger may have signed up with. */
export const recipientOf = (user: {
  email: string
  emailVerifiedAt: Date | null
  /** Null if staff or a confirmed request made the account. */
  signedUpAt: Date | null
  profile: { fullName: string | null } | null
}): Recipient => ({
  to: user.email,
  name: user.emailVerifiedAt !== null || user.signedUpAt === null ? (user.profile?.fullName ?? null) : null,
})

export const EMAIL_QUEUE = 'letters'
export const SMS_QUEUE = 'texts'
export const OUTGOING = [EMAIL_QUEUE, SMS_QUEUE] as const

/** Seconds that emails of a group wait for each other at most. */
const GATHERED_WITHIN = 60

/** The content has links and codes that open accounts. */
export const ENCRYPTION_PURPOSE = 'outbox'

/** Administrators see this part; the rest is encrypted until it is sent. */
const outgoing = z.object({
  to: z.string(),
  subject: z.string(),
  sealed: z.string(),
  postedAt: z.iso.datetime(),
})
export const outgoingEmail = outgoing.extend({
  change: z.string().optional(),
  lasts: z.boolean().optional(),
  /** A text message to a customer without an email address. */
  isText: z.boolean().optional(),
  /** Sent together with others to the same person (gather-emails.ts). */
  group: z.string().optional(),
  parts: z.array(z.object({ id: z.string(), sealed: z.string(), postedAt: z.iso.datetime() })).optional(),
  broughtBy: z.string().optional(),
})
export const outgoingSms = outgoing.extend({
  expiresAt: z.iso.datetime(),
})
export type OutgoingEmail = z.output<typeof outgoingEmail>
export type OutgoingSms = z.output<typeof outgoingSms>

type Tx = Pick<Prisma.TransactionClient, '$queryRawUnsafe' | '$executeRaw'>
type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

export interface InvoiceRef {
  kind: 'invoice'
  id: string
}
export interface ReceiptRef {
  kind: 'payment-receipt'
  id: string
}
export type DocumentRef = CaseDocumentRef | InvoiceRef | ReceiptRef

export interface PostedEmail {
  email: Omit<Email, 'attachments'>
  id: string
  /** Made when the email is sent. */
  document?: DocumentRef | undefined
  /** `to` is a telephone number, which gets `text` alone. */
  isText?: boolean | undefined
  lasts?: boolean | undefined
  together?: (EmailPart & { group: string }) | undefined
}

const visibleEmails = z.array(
  z
    .object({ id: z.string(), data: z.object({ to: z.string(), subject: z.string(), change: z.string().nullish() }) })
    .transform(({ id, data }): VisibleEmail => ({ id, to: data.to, subject: data.subject, change: data.change ?? null })),
)

/** Separate names let a version older than invoices or receipts send the email without the file. */
const named = (document: DocumentRef | undefined) => {
  if (document?.kind === 'invoice') return { invoice: document }
  return document?.kind === 'payment-receipt' ? { receipt: document } : { document }
}

/** Takes messages in the causing transaction; any process sends them once it commits (docs/decisions/013). */
export class Outbox {
  readonly #clock: { last: number }

  /**
   * @param holdSeconds that emails of administrators' changes wait
   * @param textCountries ISO 3166; null where no texts are sent
   * @param change the administrator's change
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

  of(change: Change): Outbox {
    return new Outbox(this.jobs, this.secret, this.texts, this.holdSeconds, this.textCountries, change, this.#clock)
  }

  get changeId(): string | null {
    return this.change?.id ?? null
  }

  emailsOf(change: Change): ChangeEmails | undefined {
    return emailsOf(change, this.holdSeconds)
  }

  /** About the account itself: sent at once, and cannot be recalled. */
  async email(tx: Tx, email: Omit<Email, 'attachments'>): Promise<void> {
    await this.#post(tx, [{ email, id: randomUUID() }])
  }

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
    // Emails of a group wait for others even if nobody could recall them.
    const waits = change !== undefined || groups.size > 0
    await this.jobs.postMany(tx, EMAIL_QUEUE, jobs, waits ? { inSeconds: this.holdSeconds } : {})
    if (groups.size > 0) await this.#waitFor(tx, [...groups])
  }

  /** Delays waiting emails of the groups, so that all go out as one. */
  async #waitFor(tx: Tx, groups: readonly string[]): Promise<void> {
    await tx.$executeRaw`
      UPDATE shop_queue.job SET start_after = now() + make_interval(secs => ${this.holdSeconds})
      WHERE name = ${EMAIL_QUEUE} AND id IN (
        SELECT id FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND state = 'created' AND data ->> 'group' = ANY (${[...groups]}::text[])
          AND start_after > now() AND created_on > now() - make_interval(secs => ${GATHERED_WITHIN}) ORDER BY id FOR UPDATE SKIP LOCKED)`
  }

  /** Keeps those with `lasts`. @returns their ids */
  async withdraw(tx: Reader, ids: readonly string[]): Promise<string[]> {
    const passing = await tx.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND id = ANY (${[...ids]}::uuid[]) AND data ->> 'lasts' IS NULL`
    return this.#withdraw(
      tx,
      passing.map(({ id }) => id),
    )
  }

  /** Includes those with `lasts`, since their content is wrong. @returns their ids */
  withdrawWrong(tx: Reader, ids: readonly string[]): Promise<string[]> {
    return this.#withdraw(tx, ids)
  }

  async #withdraw(tx: Reader, ids: readonly string[]): Promise<string[]> {
    const withdrawn = visibleEmails.parse(await this.jobs.withdraw(tx, EMAIL_QUEUE, ids))
    for (const letter of withdrawn) this.change?.recalled.set(letter.id, letter)
    return withdrawn.map(({ id }) => id)
  }

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

  hasRecalled(id: string): boolean {
    return this.change?.recalled.has(id) ?? false
  }

  tooLate(letters: readonly VisibleEmail[]): void {
    for (const letter of letters) this.change?.gone.set(letter.id, letter)
  }

  async remind(db: Reader, change: Change): Promise<void> {
    for (const letter of await this.#postedIn(db, change.id, Prisma.sql`state = 'created' AND start_after > now()`))
      change.waiting.set(letter.id, letter)
  }

  async #postedIn(db: Reader, change: string, which = Prisma.sql`TRUE`): Promise<VisibleEmail[]> {
    return visibleEmails.parse(
      await db.$queryRaw`SELECT id::text, data FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND data ->> 'change' = ${change} AND ${which}`,
    )
  }

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

  /** Unique, because emails sort by it. */
  #moment(): string {
    this.#clock.last = Math.max(Date.now(), this.#clock.last + 1)
    return new Date(this.#clock.last).toISOString()
  }
}

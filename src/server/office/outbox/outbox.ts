import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { CaseDocumentRef } from '~/contracts/cases/documents'
import { LETTERS_WAIT_SECONDS, type ChangeLetters } from '~/contracts/office/letters'
import { Prisma } from '~/generated/prisma/client'
import { maskedPhone } from '~/server/identity/auth/phone'
import { encrypt } from '~/server/platform/secrets'
import type { JobQueue } from '~/server/platform/jobs/job-queue'
import type { Email } from '~/server/platform/mail/email'
import type { SmsMessage } from '~/server/platform/sms/sender'
import { toldOf, type Change, type SeenLetter } from './change'

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
export const outgoingEmail = outgoing.extend({
  /** The administrator's change that it comes from, where it waits so that it can be recalled with that. */
  change: z.string().optional(),
  /** What it tells stays so, whatever follows: only its own change takes it back. */
  lasts: z.boolean().optional(),
})
export const outgoingSms = outgoing.extend({
  /** From then on it is worth nothing, and not sent any more. */
  expiresAt: z.iso.datetime(),
})
export type OutgoingEmail = z.output<typeof outgoingEmail>
export type OutgoingSms = z.output<typeof outgoingSms>

type Tx = Pick<Prisma.TransactionClient, '$queryRawUnsafe'>
type Reader = Pick<Prisma.TransactionClient, '$queryRaw'>

/** An email with what it is known by. */
export interface PostedEmail {
  email: Omit<Email, 'attachments'>
  id: string
  /** Goes with it as a file, which is made when the email goes out. */
  document?: CaseDocumentRef | undefined
  /** What it tells stays so, whatever follows: only its own change takes it back. */
  lasts?: boolean | undefined
}

const seenLetters = z.array(
  z
    .object({ id: z.string(), data: z.object({ to: z.string(), subject: z.string(), change: z.string().nullish() }) })
    .transform(({ id, data }): SeenLetter => ({ id, to: data.to, subject: data.subject, change: data.change ?? null })),
)

/**
 * Takes emails and text messages in the transaction of the change that causes them. They go out, as soon as it is
 * committed, from whichever process comes first (docs/decisions/037).
 */
export class Outbox {
  /** When the last one was posted; all outboxes of a process have it in common. */
  readonly #clock: { last: number }

  /**
   * @param holdSeconds so long an administrator's letters wait
   * @param change the administrator's change that letters are posted in
   */
  constructor(
    private readonly jobs: Pick<JobQueue, 'post' | 'postMany' | 'withdraw'>,
    private readonly secret: string,
    private readonly holdSeconds: number = LETTERS_WAIT_SECONDS,
    private readonly change?: Change,
    clock = { last: 0 },
  ) {
    this.#clock = clock
  }

  /** The same for an administrator's change, which keeps in mind what is posted to customers in it. */
  of(change: Change): Outbox {
    return new Outbox(this.jobs, this.secret, this.holdSeconds, change, this.#clock)
  }

  /** Of the change that letters are posted in. */
  get changeId(): string | null {
    return this.change?.id ?? null
  }

  /** What a change has posted to customers and taken back, for whoever has made it; undefined where that is nothing. */
  told(change: Change): ChangeLetters | undefined {
    return toldOf(change, this.holdSeconds)
  }

  /** An email to an account about itself: it goes out at once, and nobody takes it back. */
  async email(tx: Tx, email: Omit<Email, 'attachments'>): Promise<void> {
    await this.#post(tx, [{ email, id: randomUUID() }])
  }

  /**
   * Emails to customers about what the shop does for them, by one statement. Those of an administrator's change wait, and are named
   * in its answer.
   */
  async letters(tx: Tx, letters: readonly PostedEmail[]): Promise<void> {
    await this.#post(tx, letters, this.change?.id)
    for (const { id, email } of letters) this.change?.waiting.set(id, { id, to: email.to, subject: email.subject, change: this.change.id })
  }

  async #post(tx: Tx, emails: readonly PostedEmail[], change?: string): Promise<void> {
    const jobs = emails.map(({ email, id, document, lasts }) => {
      const { to, subject } = email
      const sealed = this.#encrypted({ ...email, document })
      const data: OutgoingEmail = { to, subject, sealed, postedAt: this.#moment(), change, lasts }
      return { id, data }
    })
    await this.jobs.postMany(tx, EMAIL_QUEUE, jobs, change === undefined ? {} : { inSeconds: this.holdSeconds })
  }

  /** Takes those of the given emails back that wait for their time, and whose news does not last. @returns their ids */
  async withdraw(tx: Reader, ids: readonly string[]): Promise<string[]> {
    const passing = await tx.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND id = ANY (${[...ids]}::uuid[]) AND data ->> 'lasts' IS NULL`
    return this.#withdraw(
      tx,
      passing.map(({ id }) => id),
    )
  }

  async #withdraw(tx: Reader, ids: readonly string[]): Promise<string[]> {
    const withdrawn = seenLetters.parse(await this.jobs.withdraw(tx, EMAIL_QUEUE, ids))
    for (const letter of withdrawn) this.change?.recalled.set(letter.id, letter)
    return withdrawn.map(({ id }) => id)
  }

  /** Takes back what an earlier change has posted, as far as it waits still. @returns the ids of that */
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

  /** Has it said of letters that they have gone out before they could be recalled. */
  tooLate(letters: readonly SeenLetter[]): void {
    for (const letter of letters) this.change?.gone.set(letter.id, letter)
  }

  /** Has a change that is answered once more name again what waits of it. */
  async remind(db: Reader, change: Change): Promise<void> {
    for (const letter of await this.#postedIn(db, change.id, Prisma.sql`state = 'created' AND start_after > now()`))
      change.waiting.set(letter.id, letter)
  }

  async #postedIn(db: Reader, change: string, which = Prisma.sql`TRUE`): Promise<SeenLetter[]> {
    return seenLetters.parse(
      await db.$queryRaw`SELECT id::text, data FROM shop_queue.job WHERE name = ${EMAIL_QUEUE} AND data ->> 'change' = ${change} AND ${which}`,
    )
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
    this.#clock.last = Math.max(Date.now(), this.#clock.last + 1)
    return new Date(this.#clock.last).toISOString()
  }
}

import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Prisma } from '~/generated/prisma/client'
import { maskedPhone } from '~/server/auth/phone'
import { seal } from '~/server/platform/secrets'
import type { JobQueue } from '~/server/platform/jobs/job-queue'
import type { Letter } from '~/server/platform/mail/email'
import type { SmsMessage } from '~/server/platform/sms/sender'

/** The queues of what goes out, by their names (prisma/migrations). */
export const LETTERS = 'letters'
export const TEXTS = 'texts'
export const OUTGOING = [LETTERS, TEXTS] as const

/** What the content is sealed for (`seal`): it carries links and codes that open accounts. */
export const SEALED_FOR = 'outbox'

/** What everybody may see of it who administers the shop; the rest is sealed until it goes out. */
const outgoing = z.object({
  to: z.string(),
  subject: z.string(),
  sealed: z.string(),
  postedAt: z.iso.datetime(),
})
export const outgoingLetter = outgoing
export const outgoingText = outgoing.extend({
  /** From then on it is worth nothing, and not sent any more. */
  expiresAt: z.iso.datetime(),
})
export type OutgoingLetter = z.output<typeof outgoingLetter>
export type OutgoingText = z.output<typeof outgoingText>

type Tx = Pick<Prisma.TransactionClient, '$queryRawUnsafe'>

/**
 * Takes letters and messages to phones in the transaction of the change that causes them. They go out, as soon as it is
 * committed, from whichever process comes first (docs/decisions/058).
 */
export class Outbox {
  #last = 0

  constructor(
    private readonly jobs: Pick<JobQueue, 'post'>,
    private readonly secret: string,
  ) {}

  async letter(tx: Tx, letter: Letter): Promise<void> {
    const { to, subject } = letter
    const data: OutgoingLetter = { to, subject, sealed: this.#sealed(letter), postedAt: this.#moment() }
    await this.jobs.post(tx, LETTERS, data, { id: randomUUID() })
  }

  /** @param expiresAt from then on it is not sent any more */
  async text(tx: Tx, message: SmsMessage, expiresAt: Date): Promise<void> {
    const data: OutgoingText = {
      to: maskedPhone(message.to),
      subject: 'Code of a second factor',
      sealed: this.#sealed(message),
      postedAt: this.#moment(),
      expiresAt: expiresAt.toISOString(),
    }
    await this.jobs.post(tx, TEXTS, data, { id: randomUUID() })
  }

  #sealed(content: Letter | SmsMessage): string {
    return seal(this.secret, SEALED_FOR, JSON.stringify(content))
  }

  /** Now, and no moment twice: letters sort by it. */
  #moment(): string {
    this.#last = Math.max(Date.now(), this.#last + 1)
    return new Date(this.#last).toISOString()
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import type { Logger } from '~/server/log'
import { metrics } from '~/server/metrics/metrics'
import type { Letter, Mailer } from './mailer'
import { asMessage } from './message'

const RETRY_DELAYS_MS = [2_000, 15_000, 60_000]
/** More letters than this wait for a dead server in vain; what comes on top is dropped, and logged. */
const LONGEST_QUEUE = 1_000
/** A few connections kept open; no system waits for another without an end (ms). */
const TRANSPORT = {
  pool: true,
  maxConnections: 3,
  // How often a letter is tried is this file's matter.
  maxRequeues: 0,
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
}

/** Beside an address nodemailer reads no options but those in its query. What the operator wrote there stays. */
function withDefaults(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const [name, value] of Object.entries(TRANSPORT)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
  }
  return url.href
}

/**
 * What the log may know of a failure: codes only. A server's own words can quote the letter, and
 * with it the link that opens an account.
 */
const failure = z.object({ code: z.string(), responseCode: z.number(), command: z.string() }).partial().catch({})

/** The first answer that is the server's last word: another attempt would get the same (RFC 5321 §4.2.1). */
const FINAL = 500

/** Sends letters by SMTP in the background, with timeouts and a few attempts. */
export class SmtpPost implements Mailer {
  readonly #transport
  readonly #underWay = new Set<Promise<void>>()

  constructor(
    smtpUrl: string,
    private readonly from: string,
    private readonly log: Logger,
    private readonly retryDelays: readonly number[] = RETRY_DELAYS_MS,
  ) {
    this.#transport = createTransport(withDefaults(smtpUrl))
  }

  send(letter: Letter): Promise<void> {
    if (this.#underWay.size >= LONGEST_QUEUE) {
      metrics().letters.inc({ result: 'dropped' })
      this.log.error({ subject: letter.subject, waiting: this.#underWay.size }, 'Letter not sent: too many wait already')
      return Promise.resolve()
    }
    const delivery = this.#deliver(letter).finally(() => this.#underWay.delete(delivery))
    this.#underWay.add(delivery)
    return Promise.resolve()
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #deliver(letter: Letter): Promise<void> {
    const message = asMessage(this.from, letter)
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#transport.sendMail(message)
        metrics().letters.inc({ result: 'sent' })
        this.log.info({ subject: letter.subject, attempt: attempt + 1 }, 'Letter sent')
        return
      } catch (error) {
        const delay = this.retryDelays[attempt]
        const { code: reason, responseCode = 0, command } = failure.parse(error)
        const line = { subject: letter.subject, attempt: attempt + 1, reason, responseCode, command }
        const final = delay === undefined || responseCode >= FINAL
        metrics().letters.inc({ result: final ? 'failed' : 'retried' })
        if (final) {
          this.log.error(line, 'Letter not sent')
          return
        }
        this.log.warn(line, 'Letter not sent yet')
        // A process that stops does not wait for a mail server.
        await wait(delay, undefined, { ref: false })
      }
    }
  }
}

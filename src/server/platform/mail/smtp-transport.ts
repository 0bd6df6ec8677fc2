import { createTransport } from 'nodemailer'
import * as z from 'zod'
import { JobFault } from '~/server/platform/jobs/job-fault'
import type { Logger } from '~/server/platform/log'
import type { Email, Mailer, EmailIdentity } from './email'
import { asMessage } from './message'

/** A few connections kept open; no system waits for another without an end (ms). */
const TRANSPORT = {
  pool: true,
  maxConnections: 3,
  // How often an email is tried is the outbox's matter.
  maxRequeues: 0,
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
}

/** This machine, by the names that are nobody else's. */
const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** What would take TLS, or the look at the server's certificate, away again. */
const WEAKER = ['secure', 'ignoreTLS', 'opportunisticTLS', 'tls.rejectUnauthorized']

/**
 * Beside an address nodemailer reads no options but those in its query. What the operator wrote there stays, but
 * emails carry links that open accounts, and the password of the mail server goes before them: beyond this machine
 * nothing is said without TLS and a certificate that counts.
 */
function withDefaults(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const [name, value] of Object.entries(TRANSPORT)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
  }
  if (!isLoopback(url.hostname)) {
    for (const name of WEAKER) url.searchParams.delete(name)
    url.searchParams.set('requireTLS', 'true')
  }
  return url.href
}

/**
 * What the log and administrators may know of a failure: codes only. A server's own words can quote the email, and
 * with it the link that opens an account.
 */
const failure = z.object({ code: z.string(), responseCode: z.number(), command: z.string() }).partial().catch({})

/** The first answer that is the server's last word: another attempt would get the same (RFC 5321 §4.2.1). */
const FINAL = 500

/** Sends emails by SMTP, with timeouts. */
export class SmtpTransport implements Mailer {
  readonly #transport

  constructor(
    smtpUrl: string,
    private readonly from: string,
    private readonly log: Logger,
  ) {
    this.#transport = createTransport(withDefaults(smtpUrl))
  }

  async send(email: Email, identity: EmailIdentity): Promise<void> {
    const { subject } = email
    try {
      await this.#transport.sendMail(asMessage(this.from, email, identity))
    } catch (error) {
      const { code = 'error', responseCode = 0, command } = failure.parse(error)
      this.log.warn({ subject, reason: code, responseCode, command }, 'Letter not taken by the mail server')
      // The operator can mend a sign-in or TLS that is not there; only a word about the email itself is final.
      const isFinal = responseCode >= FINAL && code !== 'EAUTH' && code !== 'ETLS'
      throw new JobFault(responseCode === 0 ? code : `${code} ${responseCode}`, isFinal)
    }
    this.log.info({ subject }, 'Letter sent')
  }
}

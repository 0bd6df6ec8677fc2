import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lazy } from '~/lib/lazy'
import { JobError } from '~/server/platform/errors'
import type { Logger } from '~/server/platform/log'
import { inSpan, serverOf, SpanKind } from '~/server/platform/tracing/tracing'
import { type Email, type EmailIdentity, type Mailer, asMessage } from './email'
import * as z from 'zod'
import { env } from '~/env'

/** Loads nodemailer with the first email. */
const messageWriter = async () => {
  const { createTransport } = await import('nodemailer')
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
}

const smtpTransport = async (smtpUrl: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport(withDefaults(smtpUrl))
}

/**
 * Without a mail server, writes each email as a whole message (RFC 5322) to `DATA_DIR/mail`. The files are private, because emails carry
 * links that open accounts. Names sort by time.
 */
class FolderTransport implements Mailer {
  readonly #folder: string
  readonly #transport = lazy(messageWriter)

  constructor(
    dataDir: string,
    private readonly from: string,
    private readonly log: Logger,
  ) {
    this.#folder = folderIn(dataDir)
  }

  async send(email: Email, identity: EmailIdentity): Promise<void> {
    // A repeated email overwrites its own file.
    const name = `${identity.postedAt.toISOString().replaceAll(':', '-')}-${identity.id}`
    try {
      const { message } = await (await this.#transport()).sendMail(asMessage(this.from, email, identity))
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      // A program that watches the folder for *.eml sees whole emails only.
      const unfinished = path.join(this.#folder, `${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, path.join(this.#folder, `${name}.eml`))
    } catch (err) {
      this.log.error({ subject: email.subject, err }, 'Email not written')
      throw new JobError(codeOf(err))
    }
    this.log.info({ subject: email.subject, file: `${name}.eml` }, 'Email written')
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error')

/** A few connections stay open, and none waits for the server without limit (ms). */
const TRANSPORT = {
  pool: true,
  maxConnections: 3,
  // The outbox decides on repeats.
  maxRequeues: 0,
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
}

/** True for this machine's unambiguous names. */
const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** Options that would switch TLS or the check of the certificate off. */
const WEAKER = ['secure', 'ignoreTLS', 'opportunisticTLS', 'tls.rejectUnauthorized']

/**
 * Adds options to the address, since nodemailer reads no others beside one. The operator's options stay, except those that weaken TLS:
 * emails carry links that open accounts, and the mail server's password goes first, so beyond this machine nothing is sent without TLS
 * and a valid certificate.
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

/** The reportable part of a failure: codes only. A server's own words can quote the email, and its links. */
const failure = z.object({ code: z.string(), responseCode: z.number(), command: z.string() }).partial().catch({})

/** From this code on an answer is permanent (RFC 5321 §4.2.1). */
const FINAL = 500

class SmtpTransport implements Mailer {
  readonly #transport
  readonly #details

  constructor(
    smtpUrl: string,
    private readonly from: string,
    private readonly log: Logger,
  ) {
    this.#transport = lazy(() => smtpTransport(smtpUrl))
    this.#details = { kind: SpanKind.CLIENT, attributes: { 'network.protocol.name': 'smtp', ...serverOf(smtpUrl) } }
  }

  send(email: Email, identity: EmailIdentity): Promise<void> {
    return inSpan('send email', this.#details, () => this.#send(email, identity))
  }

  async #send(email: Email, identity: EmailIdentity): Promise<void> {
    const { subject } = email
    try {
      await (await this.#transport()).sendMail(asMessage(this.from, email, identity))
    } catch (error) {
      const { code = 'error', responseCode = 0, command } = failure.parse(error)
      this.log.warn({ subject, reason: code, responseCode, command }, 'Email not taken by the mail server')
      // A failed sign-in or TLS is for the operator to mend; only a refusal of the email itself is final.
      const isFinal = responseCode >= FINAL && code !== 'EAUTH' && code !== 'ETLS'
      throw new JobError(responseCode === 0 ? code : `${code} ${responseCode}`, isFinal)
    }
    this.log.info({ subject }, 'Email sent')
  }
}

interface MailerOptions {
  /** An smtp(s):// address; without it each email becomes a file `dataDir/mail/*.eml`. */
  smtpUrl?: string | undefined
  /** The sender, such as `Shop <shop@example.com>`. */
  from?: string | undefined
  dataDir: string
  log: Logger
}

const DEFAULT_SENDER = 'Ohmfield <no-reply@ohmfield.example>'

/** The mailer that the environment asks for (contract.md, Environment: SMTP_URL). */
export function createMailer({ smtpUrl, from = DEFAULT_SENDER, dataDir, log }: MailerOptions): Mailer {
  return smtpUrl ? new SmtpTransport(smtpUrl, from, log) : new FolderTransport(dataDir, from, log)
}

const folderIn = (dataDir: string) => path.join(dataDir, 'mail')

/**
 * The folder of emails that administrators may read in the back office: without a mail server, and where a shop is tried out (the embedded
 * database, or development); null elsewhere.
 */
export const readableMailFolder = ({ SMTP_URL, DATABASE_URL, NODE_ENV, DATA_DIR } = env()): string | null =>
  SMTP_URL === undefined && (DATABASE_URL === undefined || NODE_ENV === 'development') ? folderIn(DATA_DIR) : null

/** `createMailer` by SMTP_URL, MAIL_FROM and DATA_DIR. */
export const mailerOfEnvironment = (log: Logger, { SMTP_URL, MAIL_FROM, DATA_DIR } = env()): Mailer =>
  createMailer({ smtpUrl: SMTP_URL, from: MAIL_FROM, dataDir: DATA_DIR, log })

import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { lazy } from '~/lib/lazy'
import { JobError } from '~/server/platform/errors'
import type { Logger } from '~/server/platform/log'
import { inSpan, serverOf, SpanKind } from '~/server/platform/tracing/tracing'
import { type Email, type EmailIdentity, type Mailer, asMessage } from './email'
import * as z from 'zod'
import { env } from '~/env'

const messageWriter = async () => {
  const { createTransport } = await import('nodemailer')
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
}

const smtpTransport = async (smtpUrl: string) => {
  const { createTransport } = await import('nodemailer')
  return createTransport(withDefaults(smtpUrl))
}

/** Emails as files `DATA_DIR/mail` (RFC 5322), private as they carry links that open accounts. Names sort by time. */
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
      // A program that watches for *.eml sees whole emails only.
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

/** Milliseconds. */
const TRANSPORT = {
  pool: true,
  maxConnections: 3,
  maxRequeues: 0,
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
}

/** Only unambiguous names of this machine. */
const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

const WEAKER = ['secure', 'ignoreTLS', 'opportunisticTLS', 'tls.rejectUnauthorized']

/** Options that weaken TLS are dropped: emails carry links that open accounts, and the server's password goes first. */
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

/** Codes only: a server's own words can quote the email and its links. */
const failure = z.object({ code: z.string(), responseCode: z.number(), command: z.string() }).partial().catch({})

/** Permanent from this code on (RFC 5321 §4.2.1). */
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
      // An operator can mend sign-in and TLS; only a refusal of the email itself is final.
      const isFinal = responseCode >= FINAL && code !== 'EAUTH' && code !== 'ETLS'
      throw new JobError(responseCode === 0 ? code : `${code} ${responseCode}`, isFinal)
    }
    this.log.info({ subject }, 'Email sent')
  }
}

interface MailerOptions {
  /** smtp(s)://; without it emails become files `dataDir/mail/*.eml`. */
  smtpUrl?: string | undefined
  from?: string | undefined
  dataDir: string
  log: Logger
}

const DEFAULT_SENDER = 'Ohmfield <no-reply@ohmfield.example>'

/** As the environment says (contract.md, Environment: SMTP_URL). */
export function createMailer({ smtpUrl, from = DEFAULT_SENDER, dataDir, log }: MailerOptions): Mailer {
  return smtpUrl ? new SmtpTransport(smtpUrl, from, log) : new FolderTransport(dataDir, from, log)
}

const folderIn = (dataDir: string) => path.join(dataDir, 'mail')

/** Emails that administrators may read: without a mail server, on the embedded database or in development; else null. */
export const readableMailFolder = ({ SMTP_URL, DATABASE_URL, NODE_ENV, DATA_DIR } = env()): string | null =>
  SMTP_URL === undefined && (DATABASE_URL === undefined || NODE_ENV === 'development') ? folderIn(DATA_DIR) : null

export const mailerOfEnvironment = (log: Logger, { SMTP_URL, MAIL_FROM, DATA_DIR } = env()): Mailer =>
  createMailer({ smtpUrl: SMTP_URL, from: MAIL_FROM, dataDir: DATA_DIR, log })

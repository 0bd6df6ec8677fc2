import { env } from '~/env'
import type { Logger } from '~/server/platform/log'
import type { Mailer } from './email'
import { FolderTransport } from './folder-transport'
import { SmtpTransport } from './smtp-transport'

export interface MailerOptions {
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

/** The same by SMTP_URL, MAIL_FROM and DATA_DIR. */
export const mailerOfEnvironment = (log: Logger, { SMTP_URL, MAIL_FROM, DATA_DIR } = env()): Mailer =>
  createMailer({ smtpUrl: SMTP_URL, from: MAIL_FROM, dataDir: DATA_DIR, log })

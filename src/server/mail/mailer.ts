import type { Logger } from '~/server/log'
import { LetterFolder } from './letter-folder'
import { SmtpPost } from './smtp-post'

/** One letter to one person, both as HTML and as plain text. */
export interface Letter {
  to: string
  subject: string
  html: string
  text: string
}

/**
 * Takes letters. `send` never rejects and never waits for another system: a letter that cannot be
 * delivered is logged, so that no call fails (or tells anything) because of the mail server.
 */
export interface Mailer {
  send(letter: Letter): Promise<void>
  /** Resolves when no letter is under way any more. */
  settled?(): Promise<void>
}

export interface MailerOptions {
  /** An smtp(s):// address; without it each letter becomes a file `dataDir/mail/*.eml`. */
  smtpUrl?: string | undefined
  /** The sender, such as `Shop <shop@example.com>`. */
  from?: string | undefined
  dataDir: string
  log: Logger
  /** Waits before the second, third … attempt (ms). */
  retryDelays?: readonly number[]
}

const DEFAULT_SENDER = 'Ohmfield <no-reply@ohmfield.example>'

/** The mailer that the environment asks for (contract.md, Environment: SMTP_URL). */
export function createMailer({ smtpUrl, from = DEFAULT_SENDER, dataDir, log, retryDelays }: MailerOptions): Mailer {
  return smtpUrl ? new SmtpPost(smtpUrl, from, log, retryDelays) : new LetterFolder(dataDir, from, log)
}

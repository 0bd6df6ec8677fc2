import type { Logger } from '~/server/platform/log'
import { LetterFolder } from './folder-transport'
import { SmtpPost } from './smtp-transport'

/** One letter to one person, both as HTML and as plain text. */
export interface Letter {
  to: string
  subject: string
  html: string
  text: string
}

/** One letter's place among all: sent again, it is recognised by it. */
export interface Posting {
  id: string
  /** When it was written. No two letters of a process have the same moment. */
  postedAt: Date
}

/** Delivers letters, each try anew; when and how often is the outbox's matter. */
export interface Mailer {
  /** @throws {JobFault} where the letter was not taken */
  send(letter: Letter, posting: Posting): Promise<void>
}

export interface MailerOptions {
  /** An smtp(s):// address; without it each letter becomes a file `dataDir/mail/*.eml`. */
  smtpUrl?: string | undefined
  /** The sender, such as `Shop <shop@example.com>`. */
  from?: string | undefined
  dataDir: string
  log: Logger
}

const DEFAULT_SENDER = 'Ohmfield <no-reply@ohmfield.example>'

/** The mailer that the environment asks for (contract.md, Environment: SMTP_URL). */
export function createMailer({ smtpUrl, from = DEFAULT_SENDER, dataDir, log }: MailerOptions): Mailer {
  return smtpUrl ? new SmtpPost(smtpUrl, from, log) : new LetterFolder(dataDir, from, log)
}

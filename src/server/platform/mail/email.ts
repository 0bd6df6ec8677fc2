/** One email to one person, both as HTML and as plain text. */
export interface Email {
  to: string
  subject: string
  html: string
  text: string
}

/** One email's place among all: sent again, it is recognised by it. */
export interface EmailIdentity {
  id: string
  /** When it was written. No two emails of a process have the same moment. */
  postedAt: Date
}

/** Delivers emails, each try anew; when and how often is the outbox's matter. */
export interface Mailer {
  /** @throws {JobFault} where the email was not taken */
  send(email: Email, identity: EmailIdentity): Promise<void>
}

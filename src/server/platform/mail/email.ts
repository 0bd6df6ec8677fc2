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

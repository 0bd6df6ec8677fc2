import type { SendMailOptions } from 'nodemailer'
import addresses from 'nodemailer/lib/addressparser/index.js'

/** Text that may stand in a message as it is (RFC 5322 §2.1.1). */
const isPlain = (text: string) => /^[\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= 998)

/** The plain text as it is where it may be, so that a link stands in one piece and can be copied out of the file. */
const textPart = (text: string) =>
  isPlain(text)
    ? { raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text.replaceAll('\n', '\r\n')}` }
    : { contentType: 'text/plain; charset=utf-8', content: text }

/** The same for every try, so that an email that arrives twice is known to be one (RFC 5322 §3.6.4). */
function messageId(from: string, id: string): string {
  const [sender] = addresses(from, { flatten: true })
  return `<${id}@${sender?.address.split('@').at(-1) ?? 'localhost'}>`
}

/** An email as nodemailer takes it: nothing in it is read as an address list, a file or a web address. */
export const asMessage = (
  from: string,
  { to, subject, html, text, replyTo, unsubscribe, attachments = [] }: Email,
  { id, postedAt }: EmailIdentity,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
  subject,
  date: postedAt,
  messageId: messageId(from, id),
  alternatives: [textPart(text), { contentType: 'text/html; charset=utf-8', content: html }],
  attachments: attachments.map(({ name, contentType, bytes }) => ({ filename: name, contentType, content: bytes })),
  // Keeps holiday notices from answering (RFC 3834).
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** A file that goes with an email. */
export interface Attachment {
  /** Letters, digits, hyphens and points. */
  name: string
  contentType: string
  bytes: Buffer
}

/** One email to one person, both as HTML and as plain text. */
export interface Email {
  to: string
  subject: string
  html: string
  text: string
  /** Whom an answer goes to; an address that has been checked. */
  replyTo?: string | undefined
  /** Where a mail program unsubscribes its reader, by a POST (RFC 8058). */
  unsubscribe?: string | undefined
  attachments?: readonly Attachment[]
}

/** One email's place among all: sent again, it is recognised by it. */
export interface EmailIdentity {
  id: string
  /** When it was written. No two emails of a process have the same moment. */
  postedAt: Date
}

/** Delivers emails, each try anew; when and how often is the outbox's matter. */
export interface Mailer {
  /** @throws {JobError} where the email was not taken */
  send(email: Email, identity: EmailIdentity): Promise<void>
}

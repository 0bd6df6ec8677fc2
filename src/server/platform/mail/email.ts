import type { SendMailOptions } from 'nodemailer'
import addresses from 'nodemailer/lib/addressparser/index.js'

/** True for text that may stand in a message as it is (RFC 5322 §2.1.1). */
const isPlain = (text: string) => /^[\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= 998)

/** Leaves plain text unencoded where possible, so that links can be copied out of the file. */
const textPart = (text: string) =>
  isPlain(text)
    ? { raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text.replaceAll('\n', '\r\n')}` }
    : { contentType: 'text/plain; charset=utf-8', content: text }

/** The same for each attempt, so that a duplicate can be recognised (RFC 5322 §3.6.4). */
function messageId(from: string, id: string): string {
  const [sender] = addresses(from, { flatten: true })
  return `<${id}@${sender?.address.split('@').at(-1) ?? 'localhost'}>`
}

/** An email in nodemailer's form; nothing in it is read as an address list, a file or a URL. */
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

/** A file attached to an email. */
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
  /** The reply address; it has been checked. */
  replyTo?: string | undefined
  /** A URL that unsubscribes by a POST (RFC 8058). */
  unsubscribe?: string | undefined
  attachments?: readonly Attachment[]
}

/** Identifies an email; an email that is sent again has the same. */
export interface EmailIdentity {
  id: string
  /** The time of writing, unique in a process. */
  postedAt: Date
}

/** Makes one attempt to deliver an email; the outbox decides when and how often. */
export interface Mailer {
  /** @throws {JobError} if the email was not accepted */
  send(email: Email, identity: EmailIdentity): Promise<void>
}

import type { SendMailOptions } from 'nodemailer'
import addresses from 'nodemailer/lib/addressparser/index.js'

/** May stand in a message unencoded (RFC 5322 §2.1.1). */
const isPlain = (text: string) => /^[\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length <= 998)

/** Unencoded if possible, so that links can be copied out of the file. */
const textPart = (text: string) =>
  isPlain(text)
    ? { raw: `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n${text.replaceAll('\n', '\r\n')}` }
    : { contentType: 'text/plain; charset=utf-8', content: text }

/** Equal for each attempt, so that duplicates are recognised (RFC 5322 §3.6.4). */
function messageId(from: string, id: string): string {
  const [sender] = addresses(from, { flatten: true })
  return `<${id}@${sender?.address.split('@').at(-1) ?? 'localhost'}>`
}

/** Nothing in it is read as an address list, a file or a URL. */
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

export interface Attachment {
  name: string
  contentType: string
  bytes: Buffer
}

export interface Email {
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string | undefined
  /** Unsubscribes by POST (RFC 8058). */
  unsubscribe?: string | undefined
  attachments?: readonly Attachment[]
}

/** A repeated email keeps its identity. */
export interface EmailIdentity {
  id: string
  postedAt: Date
}

export interface Mailer {
  /** @throws {JobError} if the email was not accepted */
  send(email: Email, identity: EmailIdentity): Promise<void>
}

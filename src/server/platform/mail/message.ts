import type { SendMailOptions } from 'nodemailer'
import addresses from 'nodemailer/lib/addressparser/index.js'
import type { Email, EmailIdentity } from './email'

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
export const asMessage = (from: string, { to, subject, html, text }: Email, { id, postedAt }: EmailIdentity): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  date: postedAt,
  messageId: messageId(from, id),
  alternatives: [textPart(text), { contentType: 'text/html; charset=utf-8', content: html }],
  // Keeps holiday notices from answering (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})

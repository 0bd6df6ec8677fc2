import PostalMime from 'postal-mime'
import type { Email } from '~/server/platform/mail/email'

/** The secret of an email's link, behind the #. */
export function linkOf(mail: Pick<Email, 'text'> | undefined): { key: string; token: string; url: string } {
  const found = /(\S+)#(verify|reset)=([\w-]{43})\n/.exec(mail?.text ?? '')
  if (!found) throw new Error(`The email has no link: ${mail?.text ?? 'there is no email'}`)
  const [, url = '', key = '', token = ''] = found
  return { url, key, token }
}

/** A message as a mail program reads it. */
export async function readMessage(message: Buffer) {
  const { subject = '', from, to, html = '', text = '', messageId, date, headers } = await PostalMime.parse(message)
  return { subject, from: from?.address, to: to?.map(({ address }) => address), html, text, messageId, date, headers }
}

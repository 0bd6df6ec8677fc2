import type { ContactValues } from '~/contracts/site/contact'
import { mailLink } from '~/lib/contact-details'

/** Everything that was typed, as plain text. */
export function contactEmailText({ name, email, phone, inquiryType, message }: ContactValues): string {
  const lines = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Inquiry Type', inquiryType],
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
  return [...lines, '', message].join('\n').replaceAll(/\r?\n/g, '\r\n')
}

/** Opens the visitor's mail program with that email. */
export const contactMail = (to: string, values: ContactValues) => mailLink(to, { subject: values.subject, body: contactEmailText(values) })

/** Asks for a conversation by email, since the site has no chat. */
export const chatMail = (to: string) =>
  mailLink(to, {
    subject: 'A chat, please',
    body: 'Hello,\r\n\r\nI would like to chat about: \r\n\r\nBest reached at (chat service and name): \r\n',
  })

/** Asks for a call back by email. */
export const callMail = (to: string) =>
  mailLink(to, {
    subject: 'Please call me',
    body: 'Hello,\r\n\r\nplease call me.\r\n\r\nPhone number: \r\nDay and time (GMT): \r\nAbout: \r\n',
  })

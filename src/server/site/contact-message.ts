import type { Call } from '~/server/call'
import type * as z from 'zod'
import type { MessageAnswer } from '~/contracts/identity/account'
import { CONTACT_ANSWER, type contactMessageInput } from '~/contracts/site/contact'
import { mailLink } from '~/lib/contact-details'
import { networkOf } from '~/server/identity/auth/limits'
import { idempotent } from '~/server/platform/database/idempotency'
import type { Email } from '~/server/platform/mail/email'
import { type Branding, renderEmail } from '~/server/platform/mail/email-layout'
import type { Services } from '~/server/services'
import { readBranding } from '~/server/site/settings/branding'
import { readInbox } from '~/server/site/settings/read-inbox'
import { TRPCError } from '@trpc/server'

type Message = Omit<z.output<typeof contactMessageInput>, 'website' | 'idempotencyKey'>

/** A reply goes to the visitor. Of the visitor's text only the subject stands in a header, on one line, behind the shop's own words. */
function messageEmail(branding: Branding, to: string, { name, email, phone, inquiryType, subject, message }: Message): Email {
  const facts = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Inquiry type', inquiryType],
    ['Subject', subject],
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []))
  const content = renderEmail(branding, {
    to,
    name: null,
    subject: `Contact form: ${subject}`,
    before: [
      'Somebody has sent you a message with the contact form. We have not checked that the address is theirs.',
      facts.join('\n'),
      message,
    ],
    link: { label: 'Answer', href: mailLink(email, { subject: `Re: ${subject}` }) },
    after: [],
  })
  return { ...content, replyTo: email }
}

/**
 * Queues a visitor's message to the shop's inbox, once for each key; nothing that it says of the visitor is logged.
 * @throws PRECONDITION_FAILED if the shop has no inbox; TOO_MANY_REQUESTS; CONFLICT for a key with another message
 */
export async function sendContactMessage(
  services: Call<keyof Services>,
  { website, idempotencyKey: key, ...message }: z.output<typeof contactMessageInput>,
): Promise<MessageAnswer> {
  const { contactInbox, db, limits, log, now, outbox, siteUrl } = services
  const network = networkOf({ ip: services.actor.ip ?? null })
  await limits.take('contact', network)
  const answer = { message: CONTACT_ANSWER }
  if (website !== '') return answer
  const address = message.email.toLowerCase()
  await limits.take('contactAddress', network?.for(address) ?? address)
  const submission = { caller: 'visitor', key, procedure: 'contact.send', input: message, now: now() }
  return idempotent(db.prisma, submission, async (tx) => {
    const inbox = await readInbox(tx, contactInbox)
    if (inbox === null)
      throw new TRPCError({
        code: 'PRECONDITION_FAILED',
        message: 'This shop takes no messages here at the moment. The contact page has its telephone number.',
      })
    await outbox.email(tx, messageEmail(await readBranding(tx, siteUrl), inbox, message))
    log.info({ inquiryType: message.inquiryType || null }, 'Contact form submitted')
    return answer
  })
}

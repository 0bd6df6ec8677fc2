import * as z from 'zod'
import { email, withAsciiDomain } from '~/contracts/email-address'
import { honeypot, optionalLine, requiredLine, withIdempotencyKey } from '~/contracts/fields'
import { inquiryTypes } from './inquiry-types'

/** The inquiry type is marked as required but may stay empty (requirements §3 Contact form state, §5). */
export const contactInput = z.object({
  name: requiredLine('Name is required'),
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .min(1, 'Email is required')
    .max(254, { error: 'Valid email is required', abort: true })
    .overwrite(withAsciiDomain)
    .max(254, 'Valid email is required')
    .pipe(email('Valid email is required')),
  phone: optionalLine,
  inquiryType: z.enum(['', ...inquiryTypes], { error: 'Choose one of the inquiry types' }),
  subject: requiredLine('Subject is required'),
  message: z.string({ error: 'Message is required' }).trim().min(1, 'Message is required').max(5_000, 'At most 5,000 characters'),
})

export const contactMessageInput = contactInput.extend({ website: honeypot, ...withIdempotencyKey })

export const CONTACT_ANSWER = 'We have your message and answer within 24 hours.'

export type ContactValues = z.output<typeof contactInput>
export type ContactField = keyof ContactValues

import { LINK, type EmailTemplate, type TemplateField } from '~/contracts/office/email-templates'
import type { Email } from '~/server/platform/mail/email'
import { renderEmail, type Branding as Sender, type EmailContent } from '~/server/platform/mail/email-layout'
import type { EmailTexts } from './email-texts'

/** How templates are declared beside what sends them, and how an email is written with one. */

/** Whom emails come from, and the words that they are written with. */
export interface Branding extends Sender {
  texts: Pick<EmailTexts, 'fill'>
}

/** @param template its body as paragraphs */
export const emailTemplate = <Field extends string>({
  body,
  ...template
}: Omit<EmailTemplate<Field>, 'body'> & { body: readonly string[] }): EmailTemplate<Field> => ({ ...template, body: body.join('\n\n') })

const field = (about: string, example: string): TemplateField => ({ about, example })

/** Fields of every email. */
const companyField = { company: field('The company’s name', 'Ohmfield') }

/** Fields of emails with text below the button. */
export const linkFields = { ...companyField, [LINK]: field('The button', '') }
export const LINK_IN_BRACES = '{{link}}'

export const caseFields = {
  ...companyField,
  number: field('Number of the case', 'RP-2026-0042'),
  device: field('Manufacturer and model', 'Bitmain Antminer S19'),
  phone: field('The company’s phone number', '+44 20 7946 0182'),
  email: field('The company’s email address', 'hello@ohmfield.example'),
  address: field('Where parcels go, with the company’s name', 'Ohmfield\nUnit 4, Foundry Yard\nLondon E16 2QU\nUnited Kingdom'),
}

/** The number in emails about trade-ins alone. */
export const tradeInNumber = { number: field('Number of the trade-in', 'TI-2026-0042') }

/** The parts of a template that its sender does not fill in. */
type Given<Field extends string> = Exclude<Field, typeof LINK | 'company'>

interface Letter<Field extends string> extends Pick<EmailContent, 'to' | 'name' | 'foot'> {
  /** The address that the button opens. */
  href: string
  values: Readonly<Record<Given<Field>, string>>
}

/** Writes an email with the words of a template, and the content by which it may go out as one with others. */
export function writeEmailPart<Field extends string>(
  branding: Branding,
  template: EmailTemplate<Field>,
  { href, values, ...letter }: Letter<Field>,
): { email: Email; content: EmailContent } {
  const text = branding.texts.fill(template, { company: branding.companyName, ...values })
  const content = { ...letter, ...text, link: { label: template.button, href } }
  return { email: renderEmail(branding, content), content }
}

/** Writes an email with the words of a template. */
export const writeEmail = <Field extends string>(branding: Branding, template: EmailTemplate<Field>, letter: Letter<Field>): Email =>
  writeEmailPart(branding, template, letter).email

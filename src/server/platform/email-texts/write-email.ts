import { LINK, type EmailTemplate, type TemplateField } from '~/contracts/office/email-templates'
import type { Email } from '~/server/platform/mail/email'
import { renderEmail, type Branding as Sender, type EmailContent } from '~/server/platform/mail/email-layout'
import type { EmailTexts } from './email-texts'

export interface Branding extends Sender {
  texts: Pick<EmailTexts, 'fill'>
}

/** @param template its body as paragraphs */
export const emailTemplate = <Field extends string>({
  body,
  ...template
}: Omit<EmailTemplate<Field>, 'body'> & { body: readonly string[] }): EmailTemplate<Field> => ({ ...template, body: body.join('\n\n') })

const field = (about: string, example: string): TemplateField => ({ about, example })

const companyField = { company: field('The company’s name', 'Ohmfield') }

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

export const tradeInNumber = { number: field('Number of the trade-in', 'TI-2026-0042') }

type Given<Field extends string> = Exclude<Field, typeof LINK | 'company'>

interface Letter<Field extends string> extends Pick<EmailContent, 'to' | 'name' | 'foot'> {
  href: string
  values: Readonly<Record<Given<Field>, string>>
}

export function writeEmailPart<Field extends string>(
  branding: Branding,
  template: EmailTemplate<Field>,
  { href, values, ...letter }: Letter<Field>,
): { email: Email; content: EmailContent } {
  const text = branding.texts.fill(template, { company: branding.companyName, ...values })
  const content = { ...letter, ...text, link: { label: template.button, href } }
  return { email: renderEmail(branding, content), content }
}

export const writeEmail = <Field extends string>(branding: Branding, template: EmailTemplate<Field>, letter: Letter<Field>): Email =>
  writeEmailPart(branding, template, letter).email

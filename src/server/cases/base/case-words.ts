import type { CaseEmailText } from '~/contracts/cases/estimates'
import type { EmailTemplate } from '~/contracts/office/email-templates'
import type { EmailTexts } from '~/server/platform/email-texts/email-texts'

const source = Symbol('source of the words')

/** Only this file can make such texts, so that customers get a template's text, or one that an administrator has read. */
export interface CaseWords extends CaseEmailText {
  readonly [source]: 'template' | 'administrator'
}

export function caseText<Field extends string>(
  { texts }: { texts: Pick<EmailTexts, 'fill'> },
  template: EmailTemplate<Field>,
  values: Readonly<Record<Field, string>>,
): CaseWords {
  const { subject, before } = texts.fill(template, values)
  return { subject, body: before.join('\n\n'), [source]: 'template' }
}

export const wordsRead = ({ subject, body }: CaseEmailText): CaseWords => ({ subject, body, [source]: 'administrator' })

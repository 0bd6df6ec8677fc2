import type { CaseEmailText } from '~/contracts/cases/estimates'
import type { EmailTemplate } from '~/contracts/office/email-templates'
import type { EmailTexts } from '~/server/platform/email-texts/email-texts'

const source = Symbol('source of the words')

/**
 * The words of an email about a case. No other file can make them, so that customers get a template's words alone, or what an administrator
 * has read through.
 */
export interface CaseWords extends CaseEmailText {
  readonly [source]: 'template' | 'administrator'
}

/** The words of a template; an administrator may still change them before they go out. */
export function caseText<Field extends string>(
  { texts }: { texts: Pick<EmailTexts, 'fill'> },
  template: EmailTemplate<Field>,
  values: Readonly<Record<Field, string>>,
): CaseWords {
  const { subject, before } = texts.fill(template, values)
  return { subject, body: before.join('\n\n'), [source]: 'template' }
}

export const wordsRead = ({ subject, body }: CaseEmailText): CaseWords => ({ subject, body, [source]: 'administrator' })

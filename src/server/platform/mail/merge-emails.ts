import { renderEmail, type Branding, type EmailContent } from './email-layout'
import type { Email } from './email'

/** May go out together with others about the same step. */
export interface EmailPart {
  /** Its heading in a joint email: 'TRD-10041, Bitmain Antminer S19'. */
  title: string
  subject?: string | undefined
  content: EmailContent
}

/** An amount is that of one thing, also where another one has the same. */
const AMOUNT = /€\d/

/**
 * One email of several to the same person, in the order of their titles: what all of them say is said once, after what each says by itself.
 * @param parts in any order: which of them is taken from the queue first is chance
 */
export function mergeEmails(branding: Branding, [one, ...more]: readonly [EmailPart, ...EmailPart[]]): Email {
  const parts = [one, ...more].toSorted((a, b) => a.title.localeCompare(b.title, 'en-GB', { numeric: true }))
  const [{ content: first, subject } = one, ...others] = parts
  const common = first.before.filter((text) => !AMOUNT.test(text) && others.every(({ content }) => content.before.includes(text)))
  const { foot } = first
  const hasOneFoot = others.every(({ content }) => content.foot?.href === foot?.href)
  const section = ({ title, content }: EmailPart) => [
    [title, ...content.before.filter((text) => !common.includes(text))].join('\n'),
    ...(hasOneFoot || !content.foot ? [] : [`${content.foot.label}: ${content.foot.href}`]),
  ]
  return renderEmail(branding, {
    to: first.to,
    name: first.name,
    subject:
      subject ??
      (others.every(({ content }) => content.subject === first.subject) ? first.subject : `${first.subject}, and ${others.length} more`),
    before: [...parts.flatMap(section), ...common],
    link: first.link,
    after: first.after,
    ...(hasOneFoot && foot && { foot }),
  })
}

import { renderEmail, type Branding, type EmailContent } from './email-layout'
import type { Email } from './email'

/** May go out together with others about the same step. */
export interface EmailPart {
  /** Its heading in a joint email: 'TRD-10041, Bitmain Antminer S19'. */
  title: string
  subject?: string | undefined
  content: EmailContent
}

/** Shared text is said once, after each part's own. @param parts in order of writing */
export function mergeEmails(branding: Branding, parts: readonly [EmailPart, ...EmailPart[]]): Email {
  const [{ content: first, subject }, ...others] = parts
  const common = first.before.filter((text) => others.every(({ content }) => content.before.includes(text)))
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

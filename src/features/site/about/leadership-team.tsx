import { Card } from '~/components/ui/card'
import { Section } from '~/components/ui/section'
import { leadership } from '~/content/about'
import { mailLink } from '~/lib/contact-details'

/** Who answers for what: posts, each with a way to write to it. */
export function LeadershipTeam({ contactEmail }: { contactEmail: string }) {
  return (
    <Section
      id="leadership-team"
      title="Leadership team"
      lead="Six posts lead the company. Write to the one that your question belongs to, and it lands on the right desk."
    >
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {leadership.map(({ role, text }) => (
          <li key={role} className="flex">
            <Card className="flex w-full flex-col">
              <h3 className="text-lg font-semibold tracking-tight">{role}</h3>
              <p className="mt-2 mb-5 text-ink-muted">{text}</p>
              <a
                href={mailLink(contactEmail, { subject: `For the ${role}` })}
                className="mt-auto self-start font-medium text-accent-ink underline underline-offset-4"
              >
                Write to the {role}
              </a>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  )
}

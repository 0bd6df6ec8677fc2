import { Section } from '~/components/ui/section'
import { commonIssues } from '~/content/repair'

/** What goes wrong, what is usually behind it, and which service mends it. */
export function CommonIssues() {
  return (
    <Section
      id="common-issues"
      title="Common issues"
      lead="Does yours do one of these? The cause is what we find most often; the bench has the last word."
    >
      <ul className="grid gap-x-14 lg:grid-cols-2">
        {commonIssues.map(({ sign, cause, service }) => (
          <li key={sign} className="flex flex-col border-t border-line py-5">
            <h3 className="text-lg font-semibold tracking-tight">{sign}</h3>
            <p className="mt-1 text-ink-muted">{cause}</p>
            <p className="mt-2 text-sm font-medium text-accent-ink">{service}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

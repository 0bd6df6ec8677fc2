import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { recognition } from '~/content/about'

/** What the figures stand for. No prizes: recognition that can be checked, or none. */
export function Recognition() {
  return (
    <Section
      id="recognition"
      ground="graphite"
      title="Recognition"
      lead="We list no prizes. What we are known for stands in the figures at the top of this page."
    >
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {recognition.map(({ icon, title, text }) => (
          <li key={title} className="border-t-2 border-accent pt-5">
            <Icon name={icon} className="size-7 text-accent" />
            <h3 className="mt-4 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-on-graphite-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

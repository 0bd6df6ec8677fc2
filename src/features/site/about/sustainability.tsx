import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { sustainability } from '~/content/about'

/** What becomes of machines, and what they cost to run. */
export function Sustainability() {
  return (
    <Section
      id="sustainability"
      ground="muted"
      title="Sustainability"
      lead="The greenest miner is the one that need not be built. Repair, trade-in and spares are our trade, so this is how we earn our living."
    >
      <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {sustainability.map(({ icon, title, text }) => (
          <li key={title}>
            <span className="grid size-12 place-items-center rounded-xl bg-graphite text-accent">
              <Icon name={icon} className="size-6" />
            </span>
            <h3 className="mt-5 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-ink-muted">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

import { Card } from '~/components/ui/card'
import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { values } from '~/content/about'

/** What we go by. */
export function Values() {
  return (
    <Section id="values" ground="muted" title="Our values" lead="Four habits that decide how a day in the workshop goes.">
      <ul className="grid gap-5 sm:grid-cols-2">
        {values.map(({ icon, title, text }) => (
          <li key={title} className="flex">
            <Card className="flex w-full gap-5">
              <span className="grid size-11 shrink-0 place-items-center rounded-lg border border-accent-line bg-accent-soft text-accent-ink">
                <Icon name={icon} className="size-5.5" />
              </span>
              <div>
                <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
                <p className="mt-1.5 text-ink-muted">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  )
}

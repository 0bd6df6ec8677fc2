import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { tradeInSteps } from '~/content/home'

/** The four steps from an old machine to a new one. */
export function HowItWorks() {
  return (
    <Section id="how-it-works" title="How Trade-In Works" lead="Four steps from the machine you have to the machine you want.">
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {tradeInSteps.map(({ icon, title, text }, index) => (
          <li key={title} className="relative">
            <div className="flex items-center gap-4">
              <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-graphite text-accent">
                <Icon name={icon} className="size-6" />
              </span>
              <span aria-hidden="true" className="h-px grow bg-line" />
              <span aria-hidden="true" className="text-sm font-medium text-ink-subtle tabular-nums">
                {index + 1} / {tradeInSteps.length}
              </span>
            </div>
            <h3 className="mt-5 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

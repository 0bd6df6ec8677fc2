import { Container } from '~/components/ui/container'
import type { SiteSettings } from '~/contracts/site/settings'

/** The company's four figures, as the settings have them. */
export function Statistics({ settings }: { settings: SiteSettings }) {
  const figures = [
    { label: 'Miners serviced', figure: settings.stats_miners_serviced },
    { label: 'Years of experience', figure: settings.stats_years_experience },
    { label: 'Countries served', figure: settings.stats_countries_served },
    { label: 'Satisfaction rate', figure: settings.stats_satisfaction_rate },
  ]
  return (
    <section aria-label="In figures" className="border-t border-graphite-line bg-graphite-deep on-dark">
      <Container>
        <dl className="grid grid-cols-2 lg:grid-cols-4">
          {figures.map(({ label, figure }) => (
            <div
              key={label}
              className="flex flex-col-reverse gap-1 border-graphite-line py-7 even:border-l even:pl-6 lg:border-l lg:pl-8 lg:first:border-l-0 lg:first:pl-0"
            >
              <dt className="text-on-graphite-muted">{label}</dt>
              <dd className="text-3xl font-semibold tracking-tight tabular-nums sm:text-4xl">{figure}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}

import type { SiteSettings } from '~/contracts/site/settings'

/** The company's four figures as the settings have them; on a graphite ground. */
export function Figures({ settings }: { settings: SiteSettings }) {
  const figures = [
    { label: 'Miners serviced', figure: settings.stats_miners_serviced },
    { label: 'Years of experience', figure: settings.stats_years_experience },
    { label: 'Countries served', figure: settings.stats_countries_served },
    { label: 'Satisfaction rate', figure: settings.stats_satisfaction_rate },
  ]
  return (
    <dl className="mt-12 grid grid-cols-2 gap-x-6 gap-y-8 border-t border-graphite-line pt-8 lg:grid-cols-4">
      {figures.map(({ label, figure }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-1">
          <dt className="text-on-graphite-muted">{label}</dt>
          <dd className="text-4xl font-semibold tracking-tight wrap-anywhere tabular-nums sm:text-5xl">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

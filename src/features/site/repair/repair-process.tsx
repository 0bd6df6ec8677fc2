import Link from 'next/link'
import { Icon } from '~/components/ui/icon'
import { Section } from '~/components/ui/section'
import { repairSteps } from '~/content/repair'
import { paths } from '~/lib/paths'

/** The four steps from a fault to a running machine. */
export function RepairProcess({ onlineRequests }: { onlineRequests: boolean }) {
  const steps = repairSteps(onlineRequests)
  return (
    <Section id="process" ground="graphite" title="How a repair works" lead="Four steps, and a word from us at each of them.">
      <ol className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ icon, title, text }, index) => (
          <li key={title}>
            <div className="flex items-center gap-4">
              <span className="grid size-12 shrink-0 place-items-center rounded-xl border border-graphite-line bg-graphite-raised text-accent">
                <Icon name={icon} className="size-6" />
              </span>
              <span aria-hidden="true" className="h-px grow bg-graphite-line" />
              <span aria-hidden="true" className="text-sm font-medium text-on-graphite-muted tabular-nums">
                {index + 1} / {steps.length}
              </span>
            </div>
            <h3 className="mt-5 text-xl font-semibold tracking-tight">{title}</h3>
            <p className="mt-2 text-on-graphite-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 text-on-graphite-muted">
        Is yours with us already?{' '}
        <Link href={paths.track} prefetch={false} className="py-1 font-medium text-on-graphite underline underline-offset-4">
          Follow your repair
        </Link>
      </p>
    </Section>
  )
}

import Link from 'next/link'
import { Icon } from '~/components/ui/icon'
import { quickAnswers } from '~/content/contact'
import { paths } from '~/lib/paths'

const places = { 'trade-in': paths.tradeIn, repair: paths.repair, track: paths.track, returns: paths.returnsRefunds }

/** The pages that answer the questions most often asked. */
export function QuickAnswers() {
  return (
    <div>
      <h2 className="text-lg font-semibold tracking-tight">Perhaps quicker</h2>
      <ul className="mt-2">
        {quickAnswers.map(({ question, topic }) => (
          <li key={topic} className="border-t border-line-strong/40 first:border-t-0">
            <Link
              href={places[topic]}
              prefetch={false}
              className="group flex min-h-12 items-center justify-between gap-4 py-2 font-medium underline-offset-4 hover:underline"
            >
              {question}
              <Icon name="arrow-right" className="size-5 shrink-0 text-accent-ink" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

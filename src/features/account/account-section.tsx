import { useId, type ReactNode } from 'react'
import { Card } from '~/components/ui/card'

interface AccountSectionProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** One part of the account: what it is on the left, what can be done on the right; one above the other on phones. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-4 border-t border-line py-8 first:border-t-0 lg:grid-cols-[17rem_1fr]">
      <div>
        <h2 id={id} className="text-lg font-semibold text-ink">
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-muted">{lead}</p>
      </div>
      <Card className="min-w-0">{children}</Card>
    </section>
  )
}

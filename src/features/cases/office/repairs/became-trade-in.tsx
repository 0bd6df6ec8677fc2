import { OfficeLink } from '~/components/admin-list/office-link'
import { casePageOf } from '~/lib/records'

/** Renders nothing for a case that is still a repair. */
export function BecameTradeIn({ number }: { number: string | null }) {
  if (number === null) return null
  return (
    <span className="block text-xs text-ink-muted">
      Now trade-in{' '}
      <OfficeLink href={casePageOf('tradeIns', number)} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
        {number}
      </OfficeLink>
    </span>
  )
}

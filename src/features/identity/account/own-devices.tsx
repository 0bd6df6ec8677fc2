import Link from 'next/link'
import { Badge } from '~/components/ui/badge'
import { caseNames, type OtherCase } from '~/contracts/case-ref'
import { statusTones } from '~/contracts/statuses'
import { statusInstead } from '~/contracts/cases/lists'
import { formatDate } from '~/lib/date-text'
import { paths } from '~/lib/paths'
import { capitalised } from '~/lib/text'
import { ownPageOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'
import { OwnClaims } from './own-claims'
import { OwnList } from './own-list'

function StatusBadge({ of }: { of: Pick<OtherCase, 'status' | 'hasArrived' | 'outcome'> }) {
  const instead = statusInstead(of)
  return <Badge tone={instead === undefined ? statusTones[of.status] : 'neutral'}>{instead ?? capitalised(of.status)}</Badge>
}

export function OwnDevices() {
  const { data, ...query } = trpc.account.devices.useQuery()
  return (
    <>
      <OwnClaims />
      <OwnList
        label="Devices"
        query={{ ...query, data: data && { pages: [data] } }}
        rowId={({ key }) => key}
        render={({ serialNumber, manufacturer, model, boughtIn, cases }) => (
          <>
            <p className="font-semibold wrap-anywhere text-ink">{`${manufacturer} ${model}`.trim() || 'Unknown device'}</p>
            <p className="text-sm wrap-anywhere text-ink-muted">
              {serialNumber === '' ? 'No serial number' : `Serial number ${serialNumber}`}
            </p>
            {boughtIn && (
              <p className="mt-1 text-sm wrap-anywhere text-ink-muted">
                Bought here in order{' '}
                <Link
                  href={ownPageOf('orders', boughtIn.order)}
                  prefetch={false}
                  className="font-medium text-ink underline underline-offset-4"
                >
                  {boughtIn.order}
                </Link>
                , unit {boughtIn.unitNumber}
              </p>
            )}
            <ul
              aria-label={`What happened to ${serialNumber || 'this device'}`}
              className="mt-3 flex flex-col gap-2 border-t border-line pt-3 empty:hidden"
            >
              {cases.map(({ id, noun, number, createdAt, ...of }) => (
                <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                  <Link
                    href={ownPageOf(noun, number)}
                    prefetch={false}
                    className="font-medium wrap-anywhere text-ink underline underline-offset-4"
                  >
                    {caseNames[noun]} {number}
                  </Link>
                  <StatusBadge of={of} />
                  <span className="text-ink-subtle">{formatDate(createdAt)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        empty={{
          text: 'No device of yours has been here yet. It appears with your first repair, trade-in or purchase.',
          label: 'See our repair services',
          href: paths.repair,
        }}
      />
    </>
  )
}

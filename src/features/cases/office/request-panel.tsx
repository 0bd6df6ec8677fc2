import { OfficeLink } from '~/components/admin-list/office-link'
import { RecordSection } from '~/components/layouts/record-page'
import { ParcelLink } from '~/components/ui/parcel-link'
import { DateText } from '~/components/admin-list/cells'
import { DetailList } from '~/components/admin-list/detail-list'
import { useAction } from '~/components/form/use-action'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { parcelPage } from '~/contracts/carriers'
import type { CaseNoun, CaseRef } from '~/contracts/case-ref'
import { formatEuro } from '~/lib/money'
import { casePageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { useCaseChanged } from './use-case'

/** The online request and its parcel; renders nothing for a case opened by staff. */
export function RequestPanel({ noun, id }: CaseRef) {
  const { data } = trpc.cases.requested.useQuery({ noun, id })
  const changed = useCaseChanged(noun)
  const arrive = useAction(trpc.cases.arrived.useMutation({ onSettled: changed }), {
    done: 'The customer hears that it has arrived',
    failed: 'Failed to save the arrival',
  })
  if (!data) return null
  if (data.isIntake) {
    return (
      <RecordSection title="Taken in together">
        <p className="p-5 text-sm text-ink-muted sm:px-6">
          With{' '}
          {data.others.map((other) => (
            <OtherCase key={other.number} {...other} />
          ))}
        </p>
      </RecordSection>
    )
  }
  const { requestedAt, fullName, phone, remarks, isExpedited, quotedUntil, betterValue, sentInAt, arrivedAt, size, others } = data
  const parcel = [data.inboundCarrier, data.inboundTrackingNumber].filter((part) => part !== null).join(', ')
  return (
    <RecordSection title="Requested online" actions={isExpedited && <Badge tone="warn">Expedited</Badge>}>
      <div className="flex flex-col items-start gap-4 p-5 sm:px-6">
        <DetailList
          items={[
            { label: 'Requested', value: <DateText at={requestedAt} /> },
            ...(fullName === null ? [] : [{ label: 'Name given', value: fullName }]),
            ...(phone === null ? [] : [{ label: 'Phone given', value: phone }]),
            ...(quotedUntil === null ? [] : [{ label: 'Value kept until', value: <DateText at={quotedUntil} /> }]),
            ...(betterValue === null ? [] : [{ label: 'Catalogue gives more now', value: formatEuro(betterValue) }]),
            { label: 'Sent in', value: sentInAt ? <DateText at={sentInAt} /> : 'Not yet' },
            ...(parcel === '' ? [] : [{ label: 'Parcel', value: parcel, wide: true }]),
            ...(arrivedAt ? [{ label: 'Arrived', value: <DateText at={arrivedAt} /> }] : []),
            ...(remarks === '' ? [] : [{ label: 'Remarks', value: <span className="whitespace-pre-line">{remarks}</span>, wide: true }]),
          ]}
        />
        <ParcelLink page={parcelPage({ carrier: data.inboundCarrier, trackingNumber: data.inboundTrackingNumber })} />
        {others.length > 0 && (
          <p className="text-sm text-ink-muted">
            Asked for together with {size - 1} more:{' '}
            {others.map((other) => (
              <OtherCase key={other.number} {...other} />
            ))}
          </p>
        )}
        {arrivedAt === null && (
          <Button variant="secondary" size="sm" busy={arrive.busy} onClick={() => void arrive.run({ noun, id })}>
            It has arrived
          </Button>
        )}
      </div>
    </RecordSection>
  )
}

const OtherCase = ({ noun, number }: { noun: CaseNoun; number: string }) => (
  <OfficeLink href={casePageOf(noun, number)} className="mr-2 font-medium wrap-anywhere text-ink underline underline-offset-4">
    {number}
  </OfficeLink>
)

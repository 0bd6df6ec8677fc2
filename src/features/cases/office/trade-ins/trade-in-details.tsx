import type { StatusDetailsProps } from '~/components/admin-list/status-records'
import { deviceJson } from '~/contracts/cases/device'
import type { DeviceInfo } from '~/contracts/device-info'
import type { TradeIn } from '~/contracts/cases/trade-ins'
import { formatEuro } from '~/lib/money'
import { formatOrNotSet } from '~/lib/settled-amount'
import { formatMarked } from '~/lib/quoted-amount'
import { useStatusRecord } from '~/trpc/use-status-records'
import { CaseDetails, noted } from '../case-details'

export const TradeInDetails = (given: StatusDetailsProps<TradeIn>) => (
  <CaseDetails
    of="tradeIns"
    {...given}
    {...useStatusRecord('tradeIns', given)}
    own={(tradeIn) => [
      { label: 'Device info', value: <DeviceJson info={tradeIn.deviceInfo} />, wide: true },
      noted('Condition assessment', tradeIn.conditionAssessment),
      noted('Evaluation notes', tradeIn.evaluationNotes),
      { label: 'Estimated value', value: formatOrNotSet(tradeIn.estimatedValue) },
      { label: 'Final value', value: formatOrNotSet(tradeIn.finalValue) },
      ...(tradeIn.offer ? [{ label: 'Offer', value: formatMarked(formatEuro(tradeIn.offer.total), tradeIn.offer.state) }] : []),
    ]}
    createdOn="Submitted on"
  />
)

/** The stored JSON with everything that the customer entered. */
const DeviceJson = ({ info }: { info: DeviceInfo }) => (
  <pre className="overflow-x-auto rounded-lg border border-line bg-surface-muted px-3 py-2 font-mono text-sm whitespace-pre-wrap">
    {deviceJson(info)}
  </pre>
)

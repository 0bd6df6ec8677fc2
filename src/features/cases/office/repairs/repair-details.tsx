import type { StatusDetailsProps } from '~/components/admin-list/status-records'
import { deviceName } from '~/contracts/cases/device'
import type { Repair } from '~/contracts/cases/repairs'
import { formatOrNotSet } from '~/lib/settled-amount'
import { useStatusRecord } from '~/trpc/use-status-records'
import { CaseDetails, noted } from '../case-details'
import { BecameTradeIn } from './became-trade-in'

export const RepairDetails = (given: StatusDetailsProps<Repair>) => (
  <CaseDetails
    of="repairs"
    {...given}
    {...useStatusRecord('repairs', given)}
    own={(repair) => [
      ...(repair.becameTradeIn === null ? [] : [{ label: 'Outcome', value: <BecameTradeIn number={repair.becameTradeIn} /> }]),
      { label: 'Device', value: deviceName(repair.deviceInfo), wide: true },
      noted('Problem description', repair.problemDescription),
      noted('Diagnosis', repair.diagnosis),
      noted('Repair notes', repair.repairNotes),
      { label: 'Estimated cost', value: formatOrNotSet(repair.estimatedCost) },
      { label: 'Actual cost', value: formatOrNotSet(repair.actualCost) },
    ]}
    createdOn="Received on"
  />
)

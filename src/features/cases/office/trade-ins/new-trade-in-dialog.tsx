import { useWatch, type Control } from 'react-hook-form'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { createTradeInInput } from '~/contracts/cases/trade-in-inputs'
import { arrivalFields, DevicePicker } from '../parts/device-fields'
import { returnAddressField } from '../parts/return-address-panel'
import { OtherMachines } from '../parts/other-machines'
import { NewCaseDialog, NewCasePart } from '../parts/new-case-dialog'
import { useCustomerOfAddress } from '../use-case-search'
import { grades } from '../choices'

const schema = createTradeInInput.omit({ idempotencyKey: true, dueOn: true, assignedTo: true })
type Draft = z.input<typeof schema>
type Values = z.output<typeof schema>

const emptyMachine = {
  deviceInfo: { manufacturer: '', model: '', serialNumber: '' },
  machineId: null,
  grade: '',
  accessories: '',
  arrivalCondition: '',
} satisfies Partial<Draft>
const emptyDraft: Draft = { customer: {}, ...emptyMachine, others: [], returnAddress: '' }

export function NewTradeInDialog({ onClose }: { onClose: () => void }) {
  const { customer, isLoading } = useCustomerOfAddress()
  // Waits for initial values, since a form reads them once.
  if (isLoading) return null
  return (
    <NewCaseDialog noun="tradeIns" title="New trade-in" schema={schema} draft={emptyDraft} owner={customer} onClose={onClose}>
      {({ control, setValue, getValues }) => (
        <>
          <NewCasePart title="Device">
            <DevicePicker onChoose={({ machineId }) => setValue('machineId', machineId, { shouldDirty: true })}>
              <GradeField control={control} />
            </DevicePicker>
          </NewCasePart>
          <NewCasePart title="On arrival">
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              <DescribedFields control={control} fields={arrivalFields} />
              <DescribedFields control={control} fields={returnAddressField} />
            </div>
          </NewCasePart>
          <OtherMachines
            begin={({ manufacturer, model }) => ({
              ...emptyMachine,
              deviceInfo: { manufacturer, model, serialNumber: '' },
              // Another machine of the same model has the catalogue's value too.
              machineId:
                manufacturer === getValues('deviceInfo.manufacturer') && model === getValues('deviceInfo.model')
                  ? getValues('machineId')
                  : null,
              grade: getValues('grade'),
            })}
          >
            {(at) => <SelectField control={control} name={`${at}.grade`} label="Grade" options={grades} none="None" />}
          </OtherMachines>
        </>
      )}
    </NewCaseDialog>
  )
}

function GradeField({ control }: { control: Control<Draft, unknown, Values> }) {
  const machineId = useWatch({ control, name: 'machineId' })
  const hint = machineId ? 'With it the value is that of the catalogue now' : 'Choose a machine of the catalogue for a value'
  return <SelectField control={control} name="grade" label="Grade" options={grades} none="None" hint={hint} />
}

import { type ReactNode, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SuggestField } from '~/components/form/suggest-field'
import { TextField } from '~/components/form/text-field'
import type * as z from 'zod'
import type { CaseDraftDevice, FoundDevice } from '~/contracts/cases/cases'
import type { CaseNoun } from '~/contracts/case-ref'
import { caseDeviceDraft, writtenDevice } from '~/contracts/cases/device'
import { deviceFields, repairFields } from '~/contracts/cases/fields'
import type { updateRepairInput } from '~/contracts/cases/repair-inputs'
import { comparedFields, draftOf } from '~/lib/field-values'
import type { Cases } from '../kinds'
import { useDeviceSearch, useSameDevice } from '../use-case-search'
import { TriangleAlert } from '~/components/icons/lucide'
import { StatusBadge } from '~/components/admin-list/cells'

/** `deviceInfo` of a case's inputs. */
export interface DeviceDraft {
  deviceInfo: CaseDraftDevice
}

/** The first machine of the form, or a further one of an intake. */
type MachinePath = '' | `others.${number}`
type MachinesDraft = DeviceDraft & { others: DeviceDraft[] }

const pathOf = (at: MachinePath): 'deviceInfo' | `others.${number}.deviceInfo` => (at === '' ? 'deviceInfo' : `${at}.deviceInfo`)

export function DeviceFields({ at = '' }: { at?: MachinePath }) {
  const { control } = useFormContext<MachinesDraft>()
  const path = pathOf(at)
  return (
    <>
      <TextField control={control} name={`${path}.manufacturer`} label={deviceFields.manufacturer.label} required autoComplete="off" />
      <TextField control={control} name={`${path}.model`} label={deviceFields.model.label} required autoComplete="off" />
      <TextField control={control} name={`${path}.serialNumber`} label={deviceFields.serialNumber.label} autoComplete="off" />
    </>
  )
}

const detailOf = ({ machineId, hashrate, serialNumber }: FoundDevice): string | undefined => {
  const from = serialNumber === undefined ? machineId !== null && 'Trade-in catalogue' : 'Has been here before'
  return [from, hashrate, serialNumber].filter(Boolean).join(' · ') || undefined
}

interface DevicePickerProps {
  onChoose?: (device: FoundDevice) => void
  /** Fields after the device's. */
  children: ReactNode
}

/** Finds a device or takes any text, and shows earlier cases of it. */
export function DevicePicker({ onChoose, children }: DevicePickerProps) {
  const { setValue, formState } = useFormContext<DeviceDraft>()
  const [text, setText] = useState('')
  const found = useDeviceSearch(text)
  const options = found.map((device) => ({
    key: [device.machineId, device.manufacturer, device.model, device.hashrate, device.serialNumber].join('/'),
    label: `${device.manufacturer} ${device.model}`,
    detail: detailOf(device),
    device,
  }))
  const chosen = { shouldDirty: true, shouldValidate: formState.isSubmitted }
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <SuggestField
          label="Find a device"
          placeholder="Maker, model or serial number"
          hint="Or type any device below"
          text={text}
          onText={setText}
          options={options}
          onChoose={({ device }) => {
            setValue('deviceInfo.manufacturer', device.manufacturer, chosen)
            setValue('deviceInfo.model', device.model, chosen)
            if (device.serialNumber !== undefined) setValue('deviceInfo.serialNumber', device.serialNumber, chosen)
            onChoose?.(device)
            setText('')
          }}
          none=""
        />
      </div>
      <DeviceFields />
      {children}
      <SameDevice />
    </div>
  )
}

const { accessories, arrivalCondition } = repairFields
export const arrivalFields = { accessories, arrivalCondition }

type ArrivedDevice = Pick<z.output<typeof updateRepairInput>, 'deviceInfo' | keyof typeof arrivalFields>

/** Values for the form of the device section. */
export const arrivedDevice = ({ deviceInfo, accessories, arrivalCondition }: Cases[CaseNoun]): ArrivedDevice => ({
  deviceInfo: caseDeviceDraft(deviceInfo),
  accessories,
  arrivalCondition,
})
export const arrivedDraft = ({ deviceInfo, ...arrival }: ArrivedDevice) => ({
  deviceInfo: { manufacturer: '', model: '', serialNumber: '', ...deviceInfo },
  ...draftOf<Record<keyof typeof arrivalFields, string>>(arrivalFields, arrival),
})
/** @param choice the kind's own field beside the device */
export const comparedDevice = <Choice,>(choice: { label: string; write: (values: ArrivedDevice & Choice) => string }) => [
  { label: 'Device', write: ({ deviceInfo }: ArrivedDevice) => writtenDevice(deviceInfo) },
  choice,
  ...comparedFields(arrivalFields),
]

/** Links to cases and records of a known device; renders nothing for a new one. */
export function SameDevice({ at = '' }: { at?: MachinePath }) {
  const { control } = useFormContext<MachinesDraft>()
  const serialNumber = useWatch({ control, name: `${pathOf(at)}.serialNumber` })
  const cases = useSameDevice(serialNumber ?? '')
  const isHere = cases.some(({ isOpen }) => isOpen)
  return (
    <div role="status" className="sm:col-span-2">
      {cases.length > 0 && (
        <div className="flex gap-3 rounded-lg border border-warn-line bg-warn-soft px-4 py-3 text-sm text-warn-ink">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <div>
            <p className="font-medium">
              {isHere ? 'A device with this serial number is in an open case' : 'A device with this serial number has been here before'}
            </p>
            <ul className="mt-1.5 flex flex-col gap-1.5">
              {cases.map(({ id, href, number, status, tone }) => (
                <li key={id} className="flex flex-wrap items-center gap-2">
                  <a href={href} target="_blank" rel="noreferrer" className="font-medium wrap-anywhere underline underline-offset-4">
                    {number}
                  </a>
                  <StatusBadge status={status} tone={tone} />
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}

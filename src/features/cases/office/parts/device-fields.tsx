import { useState, type ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SuggestField } from '~/components/form/suggest-field'
import { TextField } from '~/components/form/text-field'
import type { FieldDescription } from '~/contracts/field-description'
import { SameDevice, type SameDeviceCase } from './same-device'

/** A device in a form: `deviceInfo` of a case's inputs. */
export interface DeviceDraft {
  deviceInfo: { manufacturer: string; model: string; serialNumber?: string | null | undefined }
}

export type DeviceDescriptions = Readonly<Record<'manufacturer' | 'model' | 'serialNumber', FieldDescription>>

/** The device of the form that this stands in, each of its parts typed by itself. */
export function DeviceFields({ fields }: { fields: DeviceDescriptions }) {
  const { control } = useFormContext<DeviceDraft>()
  return (
    <>
      <TextField control={control} name="deviceInfo.manufacturer" label={fields.manufacturer.label} required autoComplete="off" />
      <TextField control={control} name="deviceInfo.model" label={fields.model.label} required autoComplete="off" />
      <TextField control={control} name="deviceInfo.serialNumber" label={fields.serialNumber.label} autoComplete="off" />
    </>
  )
}

export interface FoundDevice {
  manufacturer: string
  model: string
  /** Null for one that no catalogue knows, and that has been here before. */
  machineId: string | null
}

interface DevicePickerProps {
  fields: DeviceDescriptions
  /** Looks devices up while it is typed. */
  useSearch: (text: string) => readonly FoundDevice[]
  /** The cases that have had a serial number. */
  useSameDevice: (serialNumber: string) => readonly SameDeviceCase[]
  /** What else a chosen device sets. */
  onChoose?: (device: FoundDevice) => void
  /** Further fields, after the device's. */
  children: ReactNode
}

/** The device of a new case: one that is found, or any that is typed; says where it has been here before. */
export function DevicePicker({ fields, useSearch, useSameDevice, onChoose, children }: DevicePickerProps) {
  const { control, setValue, formState } = useFormContext<DeviceDraft>()
  const [text, setText] = useState('')
  const found = useSearch(text)
  const serialNumber = useWatch({ control, name: 'deviceInfo.serialNumber' })
  const cases = useSameDevice(serialNumber ?? '')
  const options = found.map((device) => ({
    key: `${device.machineId ?? ''}/${device.manufacturer}/${device.model}`,
    label: `${device.manufacturer} ${device.model}`,
    detail: device.machineId === null ? 'Has been here before' : 'Trade-in catalogue',
    device,
  }))
  const chosen = { shouldDirty: true, shouldValidate: formState.isSubmitted }
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <SuggestField
          label="Find a device"
          placeholder="Maker or model"
          hint="Or type any device below"
          text={text}
          onText={setText}
          options={options}
          onChoose={({ device }) => {
            setValue('deviceInfo.manufacturer', device.manufacturer, chosen)
            setValue('deviceInfo.model', device.model, chosen)
            onChoose?.(device)
            setText('')
          }}
          none=""
        />
      </div>
      <DeviceFields fields={fields} />
      {children}
      <SameDevice cases={cases} />
    </div>
  )
}

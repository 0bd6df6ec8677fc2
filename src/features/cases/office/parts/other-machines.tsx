import { Plus, Trash2 } from '~/components/icons/lucide'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '~/components/ui/button'
import { MOST_TAKEN_IN, type CaseDraftDevice } from '~/contracts/cases/cases'
import { NewCasePart } from './new-case-dialog'
import { DeviceFields, SameDevice } from './device-fields'

/** The further machines of an intake in a form: `others` of its input. */
interface OthersDraft {
  deviceInfo: CaseDraftDevice
  others?: { deviceInfo: CaseDraftDevice }[] | undefined
}

interface OtherMachinesProps {
  /** A further machine as it begins: mostly the same model as the one before. */
  begin: (before: CaseDraftDevice) => { deviceInfo: CaseDraftDevice }
  /** The fields of its kind. @param at the path of the machine in the form */
  children: (at: `others.${number}`) => ReactNode
}

/** Machines that the same customer hands over with the first: each becomes a case, all with one receipt and one email. */
export function OtherMachines({ begin, children }: OtherMachinesProps) {
  const { control, getValues } = useFormContext<OthersDraft>()
  const { fields, append, remove } = useFieldArray({ control, name: 'others' })
  const add = () => {
    const { deviceInfo, others = [] } = getValues()
    append(begin(others.at(-1)?.deviceInfo ?? deviceInfo))
  }
  return (
    <>
      {fields.map(({ id }, index) => (
        <NewCasePart key={id} title={`Machine ${index + 2}`}>
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <DeviceFields at={`others.${index}`} />
            {children(`others.${index}`)}
            <SameDevice at={`others.${index}`} />
          </div>
          <Button variant="ghost" size="sm" className="mt-3" onClick={() => remove(index)}>
            <Trash2 className="size-4" aria-hidden="true" />
            Remove machine {index + 2}
          </Button>
        </NewCasePart>
      ))}
      {fields.length < MOST_TAKEN_IN - 1 && (
        <Button variant="secondary" size="sm" className="self-start" onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          Another machine
        </Button>
      )}
      {fields.length > 0 && (
        <p className="text-sm text-ink-muted">{fields.length + 1} machines are here: one email and one receipt for all of them.</p>
      )}
    </>
  )
}

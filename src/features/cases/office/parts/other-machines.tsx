import { Plus, Trash2 } from '~/components/icons/lucide'
import type { ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '~/components/ui/button'
import { MOST_TAKEN_IN, type CaseDraftDevice } from '~/contracts/cases/cases'
import { NewCasePart } from './new-case-dialog'
import { DeviceFields, SameDevice } from './device-fields'

interface OthersDraft {
  deviceInfo: CaseDraftDevice
  others?: { deviceInfo: CaseDraftDevice }[] | undefined
}

interface OtherMachinesProps {
  /** Initial values, usually the previous machine's model. */
  begin: (before: CaseDraftDevice) => { deviceInfo: CaseDraftDevice }
  children: (at: `others.${number}`) => ReactNode
}

/** Each machine becomes a case; all share one receipt and one email. */
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

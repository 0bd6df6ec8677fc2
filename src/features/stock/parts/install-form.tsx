import { useRef, useState } from 'react'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { slotLabel, slotsFor } from '~/contracts/stock/slots'
import type { Part } from '~/contracts/stock/parts'
import { trpc } from '~/trpc/client'
import { usePartChanges } from './use-part-changes'

interface InstallFormProps {
  unitId: string
  caseId?: string | undefined
  /** All slots, and occupied ones. */
  slots: readonly string[]
  taken: readonly string[]
}

/** The first free slot for the kind of part. */
const slotOf = (part: Part, { slots, taken }: Pick<InstallFormProps, 'slots' | 'taken'>) => {
  const free = slots.filter((slot) => !taken.includes(slot))
  return slotsFor(part.kind, null).find((slot) => free.includes(slot)) ?? free[0] ?? ''
}

/** Scan or type a part, then choose its slot: one field and one button, for one hand. */
export function InstallForm({ unitId, caseId, slots, taken }: InstallFormProps) {
  const utils = trpc.useUtils()
  const install = trpc.parts.install.useMutation()
  const { done, failed } = usePartChanges()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [found, setFound] = useState<Part[]>()
  const [part, setPart] = useState<Part>()
  const [slot, setSlot] = useState('')

  const choose = (chosen: Part) => {
    setPart(chosen)
    setSlot(slotOf(chosen, { slots, taken }))
  }
  const find = async () => {
    if (code.trim() === '') return
    try {
      const parts = await utils.parts.find.fetch({ code: code.trim() }, { staleTime: 0 })
      setFound(parts)
      setPart(undefined)
      const [only] = parts
      if (only && parts.length === 1) choose(only)
    } catch (error) {
      failed(error)
    }
  }
  const save = async () => {
    if (!part || slot === '') return
    try {
      await install.mutateAsync({ partId: part.id, unitId, slot, ...(caseId !== undefined && { caseId }) })
      done(`In ${slotLabel(slot).toLowerCase()}`, part.partNumber)
      setCode('')
      setFound(undefined)
      setPart(undefined)
      field.current?.focus()
    } catch (error) {
      failed(error, part.partNumber)
    }
  }

  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void (part ? save() : find())
      }}
    >
      <label className="flex min-w-0 flex-1 basis-48 flex-col gap-1.5 text-sm font-medium text-ink">
        Install a part
        <input
          ref={field}
          value={code}
          maxLength={300}
          autoComplete="off"
          placeholder="Scan or type its number or serial number"
          onChange={(event) => {
            setCode(event.target.value)
            setFound(undefined)
            setPart(undefined)
          }}
          className="field font-normal sm:text-sm"
        />
      </label>
      {found && found.length > 1 && (
        <NativeSelect
          label="Which part"
          value={part?.id ?? ''}
          onChange={(id) => {
            const chosen = found.find((each) => each.id === id)
            if (chosen) choose(chosen)
          }}
        >
          <option value="">Choose a part</option>
          {found.map(({ id, partNumber, typeName }) => (
            <option key={id} value={id}>{`${partNumber}, ${typeName}`}</option>
          ))}
        </NativeSelect>
      )}
      {part && (
        <NativeSelect label="Slot" value={slot} onChange={setSlot}>
          {slots.map((value) => (
            <option key={value} value={value}>{`${slotLabel(value)}${taken.includes(value) ? ' (taken)' : ''}`}</option>
          ))}
        </NativeSelect>
      )}
      <Button type="submit" size="sm" busy={install.isPending} disabled={code.trim() === ''}>
        {part ? `Install ${part.partNumber}` : 'Find'}
      </Button>
      <p role="status" className="basis-full text-sm text-ink-muted empty:hidden">
        {found?.length === 0 ? 'No part has this number.' : part ? `${part.typeName}${part.location ? `, ${part.location}` : ''}` : ''}
      </p>
    </form>
  )
}

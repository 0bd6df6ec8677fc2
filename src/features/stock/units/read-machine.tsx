import { Gauge } from '~/components/icons/lucide'
import { useId, useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { FileDrop } from '~/components/ui/file-drop'
import { notifySuccess } from '~/components/ui/notify'
import { readingPhases, type ReadingPhase } from '~/contracts/stock/readings'
import { readingText } from '~/lib/reading-text'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

export const phaseWords: Record<ReadingPhase, string> = { before: 'before the work', after: 'after the work' }
const UNREACHABLE = 'We could not reach the server, so the file was not read.'

/** Takes a machine's readings outside of a case. */
export function ReadMachine({ unitId }: { unitId: string }) {
  const utils = trpc.useUtils()
  const add = trpc.units.addReading.useMutation()
  const submit = useSubmission()
  const powerId = useId()
  const [power, setPower] = useState('')
  const [fault, setFault] = useState<string>()
  const [notices, setNotices] = useState<readonly string[]>([])
  const read = async (phase: ReadingPhase, file: File) => {
    setFault(undefined)
    setNotices([])
    try {
      const text = await readingText(file)
      const added = await submit((idempotencyKey) => add.mutateAsync({ id: unitId, phase, text, power, idempotencyKey }))
      setNotices(added.notices ?? [])
      setPower('')
      await utils.units.invalidate()
      notifySuccess(`Machine read ${phaseWords[phase]}`)
    } catch (error) {
      const message = error instanceof RangeError ? error.message : (serverMessage(error) ?? UNREACHABLE)
      setFault(`${file.name}: ${message}`)
    }
  }
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      <label htmlFor={powerId} className="flex flex-col gap-1.5 text-sm font-medium text-ink sm:max-w-64">
        Power at the wall (W)
        <input
          id={powerId}
          value={power}
          inputMode="decimal"
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setPower(event.target.value)}
          className="field font-normal sm:text-sm"
        />
        <span className="font-normal text-ink-muted">For a machine that does not say it itself</span>
      </label>
      <div className="grid gap-3 sm:grid-cols-2">
        {readingPhases.map((phase) => (
          <FileDrop
            key={phase}
            label={`Read machine: ${phaseWords[phase]}`}
            icon={<Gauge className="size-5 text-ink-subtle" aria-hidden="true" />}
            accept=".json,.txt,.log,.xml,.csv,application/json,text/plain,text/xml,text/csv"
            disabled={add.isPending}
            onFiles={([file]) => {
              if (file) void read(phase, file)
            }}
          />
        ))}
      </div>
      {fault !== undefined && (
        <p role="alert" className="text-sm wrap-anywhere text-danger-ink">
          {fault}
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice} role="status" className="text-sm wrap-anywhere text-warn-ink">
          {notice}
        </p>
      ))}
    </div>
  )
}

import * as z from 'zod'
import { Form } from '~/components/form/form'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { presetLabels, reportPeriodInput, reportPresets, type ReportDays, type ReportPeriod } from '~/contracts/office/reports'

/** Browser fields give '' for no day. */
const chosenDays = z
  .object({ from: z.string(), to: z.string() })
  .transform(({ from, to }): ReportPeriod => ({ ...(from !== '' && { from }), ...(to !== '' && { to }) }))
  .pipe(reportPeriodInput)

interface PeriodPickerProps {
  period: ReportPeriod
  /** Undefined before the first report. */
  days: ReportDays | undefined
  onChange: (period: ReportPeriod) => void
}

export function PeriodPicker({ period, days, onChange }: PeriodPickerProps) {
  const preset = period.from === undefined ? (period.preset ?? reportPresets[0]) : undefined
  const shown = { from: days?.from ?? '', to: days?.to ?? '' }
  return (
    <section
      aria-label="Period"
      className="flex flex-wrap items-end justify-between gap-4 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <div role="group" aria-label="Presets" className="flex flex-wrap gap-2">
        {reportPresets.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === preset ? 'primary' : 'secondary'}
            aria-pressed={each === preset}
            onClick={() => onChange({ preset: each })}
          >
            {presetLabels[each]}
          </Button>
        ))}
      </div>
      <Form
        // A new period replaces the typed one.
        key={`${shown.from} ${shown.to}`}
        schema={chosenDays}
        defaultValues={shown}
        onSubmit={(chosen) => {
          onChange(chosen)
          return Promise.resolve()
        }}
        onFailure={() => undefined}
        className="flex flex-wrap items-start gap-3"
      >
        {(form) => (
          <>
            <TextField control={form.control} name="from" label="From" type="date" className="w-36" />
            <TextField control={form.control} name="to" label="To" type="date" className="w-36" />
            <Button type="submit" size="sm" variant="secondary" className="mt-7">
              Show
            </Button>
          </>
        )}
      </Form>
    </section>
  )
}

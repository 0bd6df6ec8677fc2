import { useState } from 'react'
import { ChoiceGroup } from '~/components/form/choice-group'
import { FormDialog } from '~/components/form/form-dialog'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { notifySuccess } from '~/components/ui/notify'
import { safetyTestInput, type Refurbishment } from '~/contracts/stock/refurbishing'
import { calendarDay } from '~/lib/instant'
import { trpc } from '~/trpc/client'
import { useBench } from './refurbishing-bench'

const results = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
] as const

/** Result, day and reference of an electrical safety test. */
export function SafetyTestForm({ of, about }: { of: Refurbishment; about: string }) {
  /** Set when the form opens. */
  const [today, setToday] = useState<string>()
  const close = () => setToday(undefined)
  const { onSettled, onError } = useBench()
  const save = trpc.units.saveSafetyTest.useMutation({ onSettled })
  const { safetyTest } = of
  // An invalid stored day cannot be compared.
  const was = safetyTest?.testedOn === '' ? undefined : safetyTest
  return (
    <>
      <Button variant="secondary" className="w-full sm:w-auto sm:self-start" onClick={() => setToday(calendarDay(new Date()))}>
        {safetyTest ? 'Record another test' : 'Record the test'}
      </Button>
      {today !== undefined && (
        <FormDialog
          title="Electrical safety test"
          className="max-w-md"
          bodyClassName="flex flex-col gap-4"
          schema={safetyTestInput}
          defaultValues={{ id: of.id, passed: true, testedOn: today, reference: '', was }}
          onSubmit={async (values) => {
            await save.mutateAsync(values)
            notifySuccess(values.passed ? 'Safety test passed' : 'Safety test failed', { about })
            close()
          }}
          onFailure={onError}
          onClose={close}
          submitLabel="Save"
        >
          {({ control, watch, setValue }) => (
            <>
              <ChoiceGroup
                legend="Result"
                options={results}
                value={watch('passed') ? 'passed' : 'failed'}
                onChange={(result) => setValue('passed', result === 'passed', { shouldDirty: true })}
              />
              <TextField control={control} name="testedOn" label="Tested on" type="date" required />
              <TextField
                control={control}
                name="reference"
                label="Reference"
                hint="Such as the number in the tester’s log. You are recorded as who has tested it."
                autoComplete="off"
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  )
}

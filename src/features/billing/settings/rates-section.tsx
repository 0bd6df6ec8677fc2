import type * as z from 'zod'
import { Form } from '~/components/form/form'
import { NumberField } from '~/components/form/number-field'
import { failureToast } from '~/components/form/use-action'
import { useConfirmation } from '~/components/form/use-confirmation'
import { TextField } from '~/components/form/text-field'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { notifySuccess } from '~/components/ui/notify'
import { rateInput, type ExchangeRate } from '~/contracts/billing/buyers'
import { formatDay } from '~/lib/instant'
import { trpc } from '~/trpc/client'

const schema = rateInput.omit({ confirmed: true })
type Draft = z.input<typeof schema>

const empty: Draft = { day: '', sterling: '', source: '' }

const columns = [
  { header: 'Day', cell: ({ day }: ExchangeRate) => formatDay(day) },
  { header: 'GBP for one EUR', align: 'end', cell: ({ sterling }: ExchangeRate) => sterling.toFixed(6) },
  { header: 'Source', inBlock: 'opened', cell: ({ source }: ExchangeRate) => source },
] as const

function Rates() {
  const query = trpc.invoices.rates.useQuery()
  if (query.isError) return <LoadFailure message="The rates could not be loaded" query={query} />
  if (!query.data) return <Skeleton className="h-32" />
  if (query.data.length === 0) return <p className="text-sm text-ink-muted">No rate has been saved yet.</p>
  return <EntryTable label="Exchange rates" columns={columns} rows={query.data} rowId={({ day }) => day} />
}

export function RatesSection() {
  const utils = trpc.useUtils()
  const save = trpc.invoices.saveRate.useMutation()
  const { send, question } = useConfirmation('Save this rate?')
  return (
    <RecordSection title="Exchange rates">
      <div className="flex flex-col gap-6 px-5 py-5 sm:px-6">
        <p className="text-sm text-ink-muted">
          VAT is shown in sterling too, at the newest rate of the last 31 days. An invoice with VAT waits where no such rate is known.
        </p>
        <Form
          schema={schema}
          defaultValues={empty}
          onSubmit={async (rate, form) => {
            if (!(await send((confirmed) => save.mutateAsync({ ...rate, ...(confirmed && { confirmed }) })))) return
            await utils.invoices.invalidate()
            form.reset(empty)
            notifySuccess(`Rate of ${formatDay(rate.day)} saved`)
          }}
          onFailure={failureToast('The rate was not saved')}
          className="grid items-start gap-5 sm:grid-cols-3"
        >
          {({ control, formState }) => (
            <>
              <TextField control={control} name="day" label="Day" type="date" required />
              <NumberField control={control} name="sterling" label="GBP for one EUR" step="0.000001" min="0" required />
              <TextField control={control} name="source" label="Source" hint="Such as HMRC’s monthly rates." required autoComplete="off" />
              <Button type="submit" className="justify-self-start" busy={formState.isSubmitting}>
                Save rate
              </Button>
            </>
          )}
        </Form>
        {question}
        <Rates />
      </div>
    </RecordSection>
  )
}

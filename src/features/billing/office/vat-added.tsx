import type * as z from 'zod'
import { useMay } from '~/components/admin-list/cells'
import { TextAreaField } from '~/components/form/described-fields'
import { CENTS, NumberField } from '~/components/form/number-field'
import { VersionedSection } from '~/components/form/versioned-section'
import { RecordSection } from '~/components/layouts/record-page'
import { typedAmountLabels, typedAmounts, typedVat, type VatQuarter, type VatReturn } from '~/contracts/billing/vat-return'
import type { FieldDescription, FieldDescriptions } from '~/contracts/field-description'
import { recordOf } from '~/contracts/keys'
import { formatSterling } from '~/lib/currency'
import { trpc } from '~/trpc/client'

type Draft = z.input<typeof typedVat>

const hints: Partial<Record<keyof Draft, string>> = {
  otherVatDue: 'Such as sales of the shop platform, and reverse charges.',
  vatReclaimed: 'The shop does not know purchases: from your bookkeeping.',
  otherPurchases: 'Beside trade-ins, which are in it.',
}
const fields: FieldDescriptions<Draft> = {
  ...recordOf(typedAmounts, (name): FieldDescription => {
    const { box, label } = typedAmountLabels[name]
    const hint = hints[name]
    return { label: `${label} (box ${box})`, kind: 'decimal', ...(hint !== undefined && { hint }) }
  }),
  note: { label: 'Note', kind: 'text', rows: 2, wide: true },
}

const draftOf = ({ typed, version }: VatReturn) => ({
  version,
  values: { ...recordOf(typedAmounts, (name) => String(typed[name])), note: typed.note ?? '' },
})

interface VatAddedProps {
  quarter: VatQuarter
  found: VatReturn
}

export function VatAdded({ quarter, found }: VatAddedProps) {
  const may = useMay()
  const utils = trpc.useUtils()
  const save = trpc.invoices.saveVatReturn.useMutation()
  if (found.locked || !may('invoices', 'write')) return <Added found={found} />
  return (
    <VersionedSection<Draft>
      title="What the shop does not know"
      subject="these amounts"
      schema={typedVat}
      fields={fields}
      stored={draftOf(found)}
      save={async (values, version) => {
        const saved = await save.mutateAsync({ ...typedVat.parse(values), ...quarter, version })
        utils.invoices.vatReturn.setData(quarter, saved)
        return draftOf(saved)
      }}
      reload={async () => draftOf(await utils.invoices.vatReturn.fetch(quarter, { staleTime: 0 }))}
      saveLabel="Save amounts"
      saved="Amounts saved"
      failed="The amounts were not saved"
    >
      {({ control }) => (
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {typedAmounts.map((name) => (
            <NumberField
              key={name}
              control={control}
              name={name}
              label={fields[name].label}
              hint={fields[name].hint}
              unit="£"
              step="0.01"
              decimals={CENTS}
            />
          ))}
          <TextAreaField control={control} name="note" label={fields.note.label} rows={2} className="sm:col-span-2 lg:col-span-3" />
        </div>
      )}
    </VersionedSection>
  )
}

function Added({ found: { typed } }: Pick<VatAddedProps, 'found'>) {
  const added = typedAmounts.filter((name) => typed[name] !== 0)
  if (added.length === 0 && typed.note === null) return null
  return (
    <RecordSection title="What was added">
      <dl className="flex flex-wrap gap-x-10 gap-y-3 p-5 text-sm sm:px-6">
        {added.map((name) => (
          <div key={name}>
            <dt className="text-ink-muted">{`${typedAmountLabels[name].label} (box ${typedAmountLabels[name].box})`}</dt>
            <dd className="font-medium text-ink tabular-nums">{formatSterling(typed[name])}</dd>
          </div>
        ))}
        {typed.note !== null && (
          <div className="w-full">
            <dt className="text-ink-muted">Note</dt>
            <dd className="wrap-anywhere whitespace-pre-line text-ink">{typed.note}</dd>
          </div>
        )}
      </dl>
    </RecordSection>
  )
}

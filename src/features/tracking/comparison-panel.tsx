import { useState } from 'react'
import { CaseSection } from '~/components/admin-case/case-frame'
import { FormNote } from '~/components/form/form-note'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { conditionNotes } from '~/contracts/trade-in-estimate'
import type { Comparison } from '~/contracts/tracking'
import { formatEuro } from '~/lib/money'

interface ComparisonPanelProps {
  comparison: Comparison
  onConvert: () => Promise<void>
}

/** An amount with its sign: a repair may cost more than it brings. */
const net = (amount: number) => (amount < 0 ? `−${formatEuro(-amount)}` : formatEuro(amount))

/** Repair it, trade it in, or trade it in repaired: what each comes to, and where the numbers are from. */
export function ComparisonPanel({ comparison: { repairCost, values }, onConvert }: ComparisonPanelProps) {
  return (
    <CaseSection title="Repair it, or trade it in?">
      <div className="flex flex-col gap-4 p-5 text-sm sm:px-6">
        {values ? <Figures repairCost={repairCost} values={values} /> : <Unknown repairCost={repairCost} />}
        <Convert onConvert={onConvert} />
      </div>
    </CaseSection>
  )
}

const Unknown = ({ repairCost }: { repairCost: number }) => (
  <p className="text-ink-muted">
    The repair costs {formatEuro(repairCost)}. Your machine is not in our trade-in catalogue, so that we cannot say here what it is worth:
    trade it in, and we make you an offer after its inspection.
  </p>
)

function Figures({ repairCost, values: { asItIs, repaired } }: { repairCost: number; values: NonNullable<Comparison['values']> }) {
  const options = [
    { name: 'Repair and keep it', amount: `costs ${formatEuro(repairCost)}`, why: 'The estimate above, with 30 days of warranty.' },
    {
      name: 'Trade it in as it is',
      amount: `brings ${formatEuro(asItIs)}`,
      why: `Store credit of our catalogue for condition Poor (${conditionNotes.poor}), because it waits for a repair.`,
    },
    {
      name: 'Repair it, then trade it in',
      amount: `comes to ${net(repaired.fair - repairCost)}`,
      why: `Repaired it counts as Fair (${conditionNotes.fair}): ${formatEuro(repaired.fair)} of store credit, less the repair's ${formatEuro(repairCost)}. With no more than minor wear it counts as Good, and comes to ${net(repaired.good - repairCost)}.`,
    },
  ]
  return (
    <>
      <dl className="grid gap-3 sm:grid-cols-3">
        {options.map(({ name, amount, why }) => (
          <div key={name} className="rounded-lg border border-line bg-surface-muted p-4">
            <dt className="font-medium text-ink">{name}</dt>
            <dd className="mt-1">
              <span className="block text-lg font-semibold text-ink tabular-nums">{amount}</span>
              <span className="mt-1 block text-ink-muted">{why}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-muted">
        Values are those of our trade-in catalogue today, paid as store credit and confirmed by the inspection. What the machine would earn,
        and the electricity that it uses, are not counted.
      </p>
    </>
  )
}

function Convert({ onConvert }: Pick<ComparisonPanelProps, 'onConvert'>) {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const convert = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await onConvert()
    } catch (error) {
      setRefusal(serverMessage(error) ?? 'The repair could not be turned into a trade-in. Please try again.')
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {refusal !== undefined && (
        <FormNote tone="warn" role="alert">
          {refusal}
        </FormNote>
      )}
      <Button variant="secondary" onClick={() => void convert()} busy={isBusy}>
        Trade it in instead
      </Button>
      <p className="text-ink-muted">
        This ends the repair at no cost and declines its estimate. The machine stays with us, and we make you an offer after its inspection.
      </p>
    </div>
  )
}

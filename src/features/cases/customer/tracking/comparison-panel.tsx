import { useState } from 'react'
import { RecordSection } from '~/components/layouts/record-page'
import { FormNote } from '~/components/form/form-note'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { conditionNotes } from '~/contracts/catalogue/trade-in-estimate'
import type { Comparison } from '~/contracts/cases/tracking'
import { formatEuro } from '~/lib/money'

interface ComparisonPanelProps {
  comparison: Comparison
  /** @param value EUR on screen; null if unknown */
  onConvert: (value: number | null) => Promise<void>
  onChanged: () => void
}

/** Repair it, trade it in, or trade it in repaired: results and sources of the figures. */
export function ComparisonPanel({ comparison, ...calls }: ComparisonPanelProps) {
  const { isOpen, values } = comparison
  return (
    <RecordSection title={isOpen ? 'Repair it, or trade it in?' : 'Trade it in instead?'}>
      <div className="flex flex-col gap-4 p-5 text-sm sm:px-6">
        {values ? <Figures {...comparison} values={values} /> : <Unknown {...comparison} />}
        <Convert isOpen={isOpen} value={values?.asItIs ?? null} {...calls} />
      </div>
    </RecordSection>
  )
}

const Unknown = ({ isOpen, repairCost }: Comparison) => (
  <p className="text-ink-muted">
    {isOpen && `The repair costs ${formatEuro(repairCost)}. `}Your machine is not in our trade-in catalogue, so we cannot give a value here:
    trade it in, and we will make you an offer after we inspect it.
  </p>
)

function Figures({
  isOpen,
  repairCost,
  warrantyDays,
  values: { asItIs, repaired },
}: Comparison & { values: NonNullable<Comparison['values']> }) {
  const asNow = {
    name: 'Trade it in as it is',
    amount: `brings ${formatEuro(asItIs)}`,
    why: `Store credit of our catalogue for condition Poor (${conditionNotes.poor}), because it is not repaired.`,
  }
  const ways = [
    {
      name: 'Repair and keep it',
      amount: `costs ${formatEuro(repairCost)}`,
      why: `The estimate above, with ${warrantyDays} days of warranty.`,
    },
    asNow,
    {
      name: 'Repair it, then trade it in',
      amount: `comes to ${formatEuro(repaired.fair - repairCost)}`,
      why: `Repaired it counts as Fair (${conditionNotes.fair}): ${formatEuro(repaired.fair)} of store credit, less the repair’s ${formatEuro(repairCost)}. With no more than minor wear it counts as Good, and comes to ${formatEuro(repaired.good - repairCost)}.`,
    },
  ]
  // A declined or ended estimate is no choice any more.
  const options = isOpen ? ways : [asNow]
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

interface ConvertProps extends Omit<ComparisonPanelProps, 'comparison'>, Pick<Comparison, 'isOpen'> {
  /** EUR; null for an unlisted machine. */
  value: number | null
}

function Convert({ isOpen, value, onConvert, onChanged }: ConvertProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const convert = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await onConvert(value)
    } catch (error) {
      setRefusal(serverMessage(error) ?? 'We could not turn the repair into a trade-in. Please try again.')
      if (isConflict(error)) onChanged()
    }
    setAsking(false)
    setBusy(false)
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {refusal !== undefined && (
        <FormNote tone="warn" role="alert">
          {refusal}
        </FormNote>
      )}
      <Button variant="secondary" onClick={() => setAsking(true)}>
        Trade it in instead
      </Button>
      <p className="text-ink-muted">
        This ends the repair at no cost{isOpen && ' and declines its estimate'}. The machine stays with us, and we make you an offer after
        its inspection. We ask you once more before anything happens.
      </p>
      {isAsking && (
        <ConvertDialog isOpen={isOpen} value={value} busy={isBusy} onConfirm={() => void convert()} onCancel={() => setAsking(false)} />
      )}
    </div>
  )
}

interface ConvertDialogProps extends Pick<Comparison, 'isOpen'> {
  value: number | null
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

const ConvertDialog = ({ isOpen, value, busy, onConfirm, onCancel }: ConvertDialogProps) => (
  <Modal title="Trade it in instead of repairing it?" onClose={busy ? () => undefined : onCancel}>
    <ModalBody className="flex flex-col gap-4">
      {value === null ? (
        <p className="text-ink">Your machine is not in our trade-in catalogue, so we cannot give a value before we inspect it.</p>
      ) : (
        <p className="text-ink">
          Your trade-in begins with a value of <strong className="text-lg tabular-nums">{formatEuro(value)}</strong> of store credit, for
          condition Poor ({conditionNotes.poor}). We keep this value for you, whatever our catalogue says later; the inspection confirms the
          condition.
        </p>
      )}
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-muted">
        <li>The repair ends, costs you nothing, and cannot be begun again.{isOpen && ' Its estimate is declined.'}</li>
        <li>The machine stays with us. We inspect it within 2-3 business days, and send you our offer.</li>
        <li>You accept or decline that offer then. If you decline it, the machine goes back to you.</li>
        <li>A trade-in is paid as store credit, never as cash.</li>
      </ul>
    </ModalBody>
    <ModalFooter>
      <Button variant="secondary" onClick={onCancel} disabled={busy} data-autofocus>
        Keep the repair
      </Button>
      <Button onClick={onConfirm} busy={busy}>
        {value === null ? 'Trade it in' : `Trade it in for ${formatEuro(value)}`}
      </Button>
    </ModalFooter>
  </Modal>
)

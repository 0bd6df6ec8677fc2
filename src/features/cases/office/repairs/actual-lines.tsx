import { EditSection } from '~/features/cases/office/parts/edit-section'
import type { Stored } from '~/components/form/conflict'
import { actualLines, MOST_ACTUAL_LINES, type Lines, type RepairEstimates } from '~/contracts/cases/estimates'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import type { LinesControl } from './line-row'
import { comparedLines, LinesFields, linesDraft, useTypedSum } from './lines-fields'
import { PresetsMenu } from './presets-menu'
import { useQuotes } from '../use-quotes'

const toStored = ({ actual, version }: RepairEstimates): Stored<Lines> => ({ values: { lines: actual.lines }, version })

/** Starts as the accepted estimate. */
export function ActualLines({ repairId: id, money }: { repairId: string; money: RepairEstimates }) {
  const { succeeded, failed, keep, reload } = useQuotes('repairs', id)
  const saveLines = trpc.repairs.saveActualLines.useMutation()
  const { accepted, service } = money
  return (
    <EditSection
      title="Actual work"
      subject="what this repair costs"
      schema={actualLines}
      stored={toStored(money)}
      toDraft={linesDraft}
      compared={comparedLines}
      save={async ({ lines }, version) => toStored(keep(await saveLines.mutateAsync({ id, version, lines })))}
      reload={async () => toStored(keep(await reload()))}
      onSaved={() => succeeded('Actual work saved successfully')}
      onFailure={(error) => failed(error, 'Failed to save actual work')}
    >
      {(control) => (
        <>
          <LinesFields
            control={control}
            label="Lines of the actual work"
            most={MOST_ACTUAL_LINES}
            presets={(add) => <PresetsMenu service={service} onAdd={add} />}
          />
          <Beyond control={control} accepted={accepted} />
        </>
      )}
    </EditSection>
  )
}

function Beyond({ control, accepted }: { control: LinesControl; accepted: number | null }) {
  const sum = useTypedSum(control)
  if (accepted === null) return null
  const isBeyond = sum > accepted
  return (
    <p
      role="status"
      className={
        isBeyond
          ? 'rounded-lg border border-warn-line bg-warn-soft px-4 py-3 text-sm text-warn-ink sm:col-span-2'
          : 'text-sm text-ink-muted sm:col-span-2'
      }
    >
      {isBeyond
        ? `${formatEuro(sum - accepted)} more than the ${formatEuro(accepted)} that the customer has accepted. Work beyond that needs another estimate.`
        : `The customer has accepted ${formatEuro(accepted)}.`}
    </p>
  )
}

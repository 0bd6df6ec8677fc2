import { Check, Hammer, ListChecks } from '~/components/icons/lucide'
import { type ReactNode, useState } from 'react'
import { DateText } from '~/components/admin-list/cells'
import { RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { LoadFailure } from '~/components/ui/load-failure'
import type { Refurbishment, UnitRefurbishing } from '~/contracts/stock/refurbishing'
import { mayMove, type Unit } from '~/contracts/stock/units'
import { formatDay } from '~/lib/instant'
import { trpc } from '~/trpc/client'
import { LoadTest } from './load-test'
import { sayState, useBeginRefurbishing, useBench } from './refurbishing-bench'
import { SafetyTestForm } from './safety-test-form'

interface SectionProps {
  unit: Unit
  mayWrite: boolean
}

/** Checklist, two tests, and missing conditions before sale; for one hand. */
export function RefurbishingSection({ unit, mayWrite }: SectionProps) {
  const query = trpc.units.refurbishing.useQuery({ id: unit.id })
  const { data } = query
  if (!data) return query.isError ? <LoadFailure message="Failed to fetch the refurbishment" query={query} /> : <SectionSkeleton />
  const { refurbishment } = data
  const isOpen = refurbishment?.finishedAt === null
  const isWorked = isOpen && (unit.state === 'bought' || unit.state === 'refurbishing')
  return (
    <RecordSection title="Refurbishing">
      <div className="flex flex-col gap-5 p-5 text-sm sm:px-6">
        {refurbishment === null ? (
          <p className="text-ink-muted">Nobody has begun to refurbish it.</p>
        ) : (
          <Work unit={unit} of={refurbishment} minutes={data.loadTestMinutes} mayWrite={mayWrite && isWorked} />
        )}
        <End unit={unit} page={data} isWorked={isWorked} mayWrite={mayWrite} />
      </div>
    </RecordSection>
  )
}

interface WorkProps {
  unit: Unit
  of: Refurbishment
  minutes: number
  mayWrite: boolean
}

function Work({ unit, of, minutes, mayWrite }: WorkProps) {
  return (
    <>
      <ul aria-label="Steps" className="flex flex-col gap-2">
        {of.steps.map((step) => (
          <Step key={step.position} refurbishmentId={of.id} step={step} mayWrite={mayWrite} />
        ))}
      </ul>
      <Part title="Load test">
        {/* A changed stored time resets the form. */}
        <LoadTest
          key={`${of.loadTestFrom?.toISOString() ?? ''} ${of.loadTestUntil?.toISOString() ?? ''}`}
          of={of}
          minutes={minutes}
          mayWrite={mayWrite}
        />
      </Part>
      <Part title="Electrical safety test">
        {of.safetyTest ? (
          <p className="text-ink">
            {of.safetyTest.passed ? 'Passed' : 'Failed'}
            {of.safetyTest.testedOn === '' ? '' : ` on ${formatDay(of.safetyTest.testedOn)}`}
            <span className="block text-xs wrap-anywhere text-ink-muted">
              {[of.safetyTest.reference, of.safetyTest.testedBy].filter(Boolean).join(', ')}
            </span>
          </p>
        ) : (
          <p className="text-ink-muted">Not recorded yet.</p>
        )}
        {mayWrite && <SafetyTestForm of={of} about={unit.unitNumber} />}
      </Part>
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-3 border-t border-line pt-5">
    <h3 className="font-semibold text-ink">{title}</h3>
    {children}
  </div>
)

function Step({ refurbishmentId, step, mayWrite }: { refurbishmentId: string; step: Refurbishment['steps'][number]; mayWrite: boolean }) {
  const tick = trpc.units.tickStep.useMutation(useBench())
  const { position, label, doneAt, doneBy } = step
  /** Ticked, but not answered by the server yet. */
  const [wished, setWished] = useState<boolean>()
  const change = (isDone: boolean) => {
    if (wished !== undefined) return
    setWished(isDone)
    tick.mutate({ id: refurbishmentId, position, isDone }, { onSettled: () => setWished(undefined) })
  }
  return (
    <li>
      <label className="flex min-h-12 cursor-pointer items-start gap-3 rounded-lg border border-line px-4 py-3 has-checked:border-success-line has-checked:bg-success-soft has-disabled:cursor-default">
        <Checkbox
          className="mt-0.5 size-5"
          checked={wished ?? doneAt !== null}
          disabled={!mayWrite}
          onChange={(event) => change(event.target.checked)}
        />
        <span className="min-w-0 wrap-anywhere text-ink">
          {label}
          {doneAt && (
            <span className="block text-xs text-ink-muted">
              {doneBy ?? 'Somebody'}, <DateText at={doneAt} />
            </span>
          )}
        </span>
      </label>
    </li>
  )
}

const wide = 'w-full sm:w-auto sm:self-start'

/** Missing conditions, and the moves to and from the bench. */
function End({ unit, page: { refurbishment, missing }, isWorked, mayWrite }: SectionProps & { page: UnitRefurbishing; isWorked: boolean }) {
  const ready = trpc.units.makeReady.useMutation({ ...useBench(), onSuccess: sayState })
  const begin = useBeginRefurbishing()
  const mayBegin = mayWrite && unit.state !== 'refurbishing' && mayMove(unit.state, 'refurbishing')
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-5">
      {refurbishment?.finishedAt && (
        <p className="flex items-start gap-2 text-ink">
          <Check className="mt-0.5 size-4 shrink-0 text-success-ink" aria-hidden="true" />
          <span>
            Found ready{refurbishment.finishedBy === null ? '' : ` by ${refurbishment.finishedBy}`},{' '}
            <DateText at={refurbishment.finishedAt} />
          </span>
        </p>
      )}
      {isWorked && missing.length > 0 && (
        <div>
          <p className="font-medium text-ink">Still missing</p>
          <ul aria-label="Still missing" className="mt-1.5 flex list-disc flex-col gap-1 pl-5 text-ink-muted">
            {missing.map((each) => (
              <li key={each} className="wrap-anywhere first-letter:uppercase">
                {each}
              </li>
            ))}
          </ul>
        </div>
      )}
      {mayWrite && unit.state === 'refurbishing' && (
        <Button
          className={wide}
          busy={ready.isPending}
          disabled={missing.length > 0}
          title={missing.length > 0 ? 'Once nothing is missing' : undefined}
          onClick={() => ready.mutate({ id: unit.id })}
        >
          <ListChecks className="size-4" aria-hidden="true" />
          Ready for sale
        </Button>
      )}
      {mayBegin && (
        <Button variant="secondary" className={wide} busy={begin.isPending} onClick={() => begin.mutate({ id: unit.id })}>
          <Hammer className="size-4" aria-hidden="true" />
          {unit.state === 'bought' || unit.state === 'returned' ? 'Begin refurbishing' : 'Back to the bench'}
        </Button>
      )}
    </div>
  )
}

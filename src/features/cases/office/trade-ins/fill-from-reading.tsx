import { useMay } from '~/components/admin-list/cells'
import { Gauge } from '~/components/icons/lucide'
import { useState } from 'react'
import { useController, type UseFieldArrayReturn, useWatch } from 'react-hook-form'
import { Button } from '~/components/ui/button'
import type { EvaluationDraft } from '~/contracts/cases/evaluation'
import { MOST_DEDUCTIONS } from '~/contracts/cases/deductions'
import type { EvaluationProposal } from '~/contracts/stock/miners/proposal/proposal'
import { proposeEvaluation } from '~/contracts/stock/miners/reading'
import { conditionLabels } from '~/contracts/catalogue/trade-in-estimate'
import { trpc } from '~/trpc/client'
import { draftDeduction, type EvaluationControl } from './evaluation-values'

interface FillFromReadingProps {
  control: EvaluationControl
  tradeInId: string
  /** Null if the catalogue does not know the machine. */
  chosen: { hashrate: string; manufacturer: string; model: string; powerConsumption: string } | null
  checks: UseFieldArrayReturn<EvaluationDraft, 'checks'>
  deductions: UseFieldArrayReturn<EvaluationDraft, 'deductions'>
}

/** Takes over results, grade and deductions that the latest reading proposes; all stay editable. */
export function FillFromReading({ control, tradeInId: id, chosen, checks, deductions }: FillFromReadingProps) {
  const may = useMay()
  const readings = trpc.cases.readings.list.useQuery({ noun: 'tradeIns', id }, { enabled: may('cases', 'read') })
  const reasons = trpc.tradeIns.deductionReasons.useQuery()
  const grade = useController({ control, name: 'grade' })
  const [typedChecks, there] = useWatch({ control, name: ['checks', 'deductions'] })
  const [filled, setFilled] = useState<EvaluationProposal>()
  const reading = readings.data?.find((each) => each.reading !== null)?.reading
  if (!reading) return null

  const fill = () => {
    const proposal = proposeEvaluation(
      reading,
      chosen?.hashrate ?? null,
      chosen ? { power: chosen.powerConsumption, manufacturer: chosen.manufacturer, model: chosen.model } : {},
    )
    checks.replace(
      typedChecks.map((check) => {
        const proposed = proposal.checks.find(({ item }) => item === check.item)
        return proposed ? { ...check, result: proposed.result, note: proposed.note } : check
      }),
    )
    if (proposal.grade) grade.field.onChange(proposal.grade.grade)
    const added = proposal.deductions.flatMap(({ label, explanation }) => {
      const reason = reasons.data?.find((each) => each.isActive && each.label === label)
      const isThere = there.some((each) => each.label === label && each.explanation === explanation)
      return reason && !isThere
        ? [draftDeduction({ reasonId: reason.id, label, explanation, kind: reason.kind, amount: reason.amount })]
        : []
    })
    deductions.append(added.slice(0, Math.max(0, MOST_DEDUCTIONS - there.length)), { shouldFocus: false })
    setFilled(proposal)
  }

  return (
    <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
      <Button variant="secondary" size="sm" onClick={fill} disabled={reasons.isPending}>
        <Gauge className="size-4" aria-hidden="true" />
        Fill from reading
      </Button>
      <p role="status" className="min-w-0 flex-1 text-sm text-ink-muted">
        {filled?.grade && `${conditionLabels[filled.grade.grade]}: ${filled.grade.reason}`}
        {filled && !filled.grade && (filled.notes?.[0] ?? 'The reading says too little for a grade.')}
      </p>
    </div>
  )
}

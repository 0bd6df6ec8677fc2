import { ShieldCheck, UserRound, Zap, type LucideIcon } from 'lucide-react'
import { DueText } from '~/components/admin-list/cells'
import { personName, quoteWords } from '~/contracts/cases/lists'
import type { Customer } from '~/contracts/office/status-inputs'
import { caseKinds, type Cases } from './kinds'
import type { CaseNoun } from '~/contracts/cases/cases'

/** A mark of a row: its drawing, and its word for tooltips and assistive tools. */
const Mark = ({ icon: Icon, word, className }: { icon: LucideIcon; word: string; className: string }) => (
  <span title={word} className={className}>
    <Icon className="size-3.5" aria-hidden="true" />
    <span className="sr-only">{word}</span>
  </span>
)

/** Marks beside the number of a case: expedited, a claim on a warranty, and how far its estimate or offer is. */
export function CaseMarks({ row }: { row: Cases[CaseNoun] }) {
  const { quoteState } = row
  const isRepair = 'repairNumber' in row
  return (
    <>
      {isRepair && row.isExpedited && <Mark icon={Zap} word="Expedited" className="text-warn-ink" />}
      {isRepair && row.warrantyOf !== null && <Mark icon={ShieldCheck} word="Warranty claim" className="text-info-ink" />}
      {quoteState !== null && (
        <span className="whitespace-nowrap text-ink-muted">
          {quoteWords(caseKinds[isRepair ? 'repairs' : 'tradeIns'].quote.name)[quoteState]}
        </span>
      )}
    </>
  )
}

/** Until when a case is to be done, and who has it. */
export function CaseDesk({ row: { assignee }, dueOn }: { row: { assignee: Customer | null }; dueOn: string | null }) {
  if (dueOn === null && assignee === null) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs @3xl:flex-nowrap">
      <DueText day={dueOn} />
      {assignee && (
        <span className="inline-flex max-w-28 items-center gap-1 text-ink-muted" title={`Assigned to ${personName(assignee)}`}>
          <UserRound className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="sr-only">Assigned to </span>
          <span className="truncate">{personName(assignee)}</span>
        </span>
      )}
    </span>
  )
}

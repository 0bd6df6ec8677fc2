import type { ReactNode } from 'react'
import { RecordColumns, RecordPageFrame, SectionSkeleton } from '~/components/layouts/record-page'
import { CaseStatusHeader } from '~/features/cases/office/parts/case-status'
import { LinkedCase } from '~/features/cases/office/parts/linked-case'
import { OwnerPanel } from '~/features/cases/office/parts/owner-panel'
import { onDemand } from '~/components/ui/on-demand'
import type { CheckItem } from '~/contracts/cases/checklist'
import { records } from '~/contracts/records'
import type { TradeIn, TradeInPage as Page } from '~/contracts/cases/trade-ins'
import { tradeInStatuses, statusTones } from '~/contracts/statuses'
import type { StatusChange } from '~/lib/status-change'
import { ownerPanel } from '~/features/cases/office/parts/owned-records'
import { casePageOf, listOf, recordMessages } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { useCaseChanged, useCaseTimeline } from '~/features/cases/office/use-case'
import { QuotePanel } from './quote-panel'

const messages = recordMessages(records.tradeIns)

const ChangeCustomer = onDemand(() => import('./trade-in-sections').then((module) => module.ChangeCustomer))
const DeviceSection = onDemand(() => import('./trade-in-sections').then((module) => module.DeviceSection), SectionSkeleton)
const AssessmentSection = onDemand(() => import('./trade-in-sections').then((module) => module.AssessmentSection), SectionSkeleton)
const ValueSection = onDemand(() => import('./trade-in-sections').then((module) => module.ValueSection), SectionSkeleton)
const EvaluationSection = onDemand(() => import('./evaluation-section').then((module) => module.EvaluationSection), SectionSkeleton)
const Timeline = onDemand(
  () => import('~/features/cases/office/parts/timeline-section').then((module) => module.TimelineSection),
  SectionSkeleton,
)

interface TradeInPageProps {
  number: string
  /** Further sections, between the form and the timeline, and beside them; given by the page's own file. */
  main?: (tradeIn: TradeIn, machine: Page['machine']) => ReactNode
  aside?: (tradeIn: TradeIn) => ReactNode
  /** What is asked before another status is saved; without it nothing is. */
  statusDialog?: (asked: StatusChange) => ReactNode
  /** The pictures of an item of the checklist. */
  checkPictures?: (tradeIn: TradeIn, item: CheckItem, label: string) => ReactNode
}

/** The page of one trade-in: what is evaluated, whose it is, and what happened to it. */
export function TradeInPage({ number, main, aside, statusDialog, checkPictures }: TradeInPageProps) {
  const page = trpc.tradeIns.byNumber.useQuery({ number })
  return (
    <RecordPageFrame
      query={page}
      list={{ href: listOf('tradeIns'), name: 'Trade-in Management' }}
      number={number}
      missing={messages.missing}
      failed={messages.loadFailed}
    >
      {(data) => (
        <>
          <Header tradeIn={data.tradeIn} statusDialog={statusDialog} />
          <RecordColumns
            aside={
              <>
                <OwnerPanel
                  {...ownerPanel(data.owner)}
                  renderChange={(onClose) => <ChangeCustomer tradeIn={data.tradeIn} onClose={onClose} />}
                />
                <QuotePanel page={data} />
                {data.fromRepair && (
                  <LinkedCase
                    title="Turned from a repair"
                    href={casePageOf('repairs', data.fromRepair.repairNumber)}
                    number={data.fromRepair.repairNumber}
                  />
                )}
                {aside?.(data.tradeIn)}
              </>
            }
          >
            <Sections page={data} main={main} checkPictures={checkPictures} />
          </RecordColumns>
        </>
      )}
    </RecordPageFrame>
  )
}

interface SectionsProps {
  page: Page
  main: TradeInPageProps['main']
  checkPictures: TradeInPageProps['checkPictures']
}

/** One below another, in the order in which the machine is inspected. Keyed by the trade-in: a form stands on one. */
function Sections({ page: { tradeIn, machine }, main, checkPictures }: SectionsProps) {
  const timeline = useCaseTimeline({ noun: 'tradeIns', id: tradeIn.id })
  return (
    <div key={tradeIn.id} className="contents">
      <DeviceSection tradeIn={tradeIn} />
      <AssessmentSection tradeIn={tradeIn} />
      <EvaluationSection tradeInId={tradeIn.id} pictures={checkPictures && ((item, label) => checkPictures(tradeIn, item, label))} />
      <ValueSection tradeIn={tradeIn} />
      {main?.(tradeIn, machine)}
      <Timeline history={timeline.history} onNote={timeline.addNote} saving={timeline.saving} />
    </div>
  )
}

function Header({ tradeIn, statusDialog }: { tradeIn: TradeIn; statusDialog: TradeInPageProps['statusDialog'] }) {
  const utils = trpc.useUtils()
  const update = trpc.tradeIns.updateStatus.useMutation()
  const changed = useCaseChanged('tradeIns')
  return (
    <CaseStatusHeader
      row={tradeIn}
      number={tradeIn.tradeInNumber}
      of={{ noun: 'tradeIns', id: tradeIn.id }}
      noun={records.tradeIns}
      statuses={tradeInStatuses}
      tones={statusTones}
      save={update.mutateAsync}
      reload={(id) => utils.tradeIns.byId.fetch({ id }, { staleTime: 0 })}
      onStored={(stored) => {
        utils.tradeIns.byNumber.setData({ number: stored.tradeInNumber }, (page) => page && { ...page, tradeIn: stored })
        changed()
      }}
      statusDialog={statusDialog}
    />
  )
}

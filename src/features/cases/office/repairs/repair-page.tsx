import type { ReactNode } from 'react'
import { RecordColumns, RecordPageFrame, SectionSkeleton } from '~/components/layouts/record-page'
import { CaseStatusHeader } from '~/features/cases/office/parts/case-status'
import { LinkedCase } from '~/features/cases/office/parts/linked-case'
import { OwnerPanel } from '~/features/cases/office/parts/owner-panel'
import { onDemand } from '~/components/ui/on-demand'
import { records } from '~/contracts/records'
import type { Repair, RepairPage as Page } from '~/contracts/cases/repairs'
import { repairStatuses, statusTones } from '~/contracts/statuses'
import type { StatusChange } from '~/lib/status-change'
import { ownerPanel } from '~/features/cases/office/parts/owned-records'
import { casePageOf, listOf, recordMessages } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { useCaseChanged, useCaseTimeline } from '~/features/cases/office/use-case'
import { WarrantyPanel } from './warranty-panel'

const messages = recordMessages(records.repairs)

const ChangeCustomer = onDemand(() => import('./repair-sections').then((module) => module.ChangeCustomer))
const DeviceSection = onDemand(() => import('./repair-sections').then((module) => module.DeviceSection), SectionSkeleton)
const WorkSection = onDemand(() => import('./repair-sections').then((module) => module.WorkSection), SectionSkeleton)
const CostSection = onDemand(() => import('./repair-sections').then((module) => module.CostSection), SectionSkeleton)
const EstimateSection = onDemand(() => import('./estimate-section').then((module) => module.EstimateSection), SectionSkeleton)
const Timeline = onDemand(
  () => import('~/features/cases/office/parts/timeline-section').then((module) => module.TimelineSection),
  SectionSkeleton,
)

interface RepairPageProps {
  number: string
  /** Further sections, between the form and the timeline, and beside them; given by the page's own file. */
  main?: (repair: Repair) => ReactNode
  aside?: (repair: Repair) => ReactNode
  /** What is asked before another status is saved; without it nothing is. */
  statusDialog?: (asked: StatusChange) => ReactNode
}

/** The page of one repair: what is worked on, whose it is, and what happened to it. */
export function RepairPage({ number, main, aside, statusDialog }: RepairPageProps) {
  const page = trpc.repairs.byNumber.useQuery({ number })
  return (
    <RecordPageFrame
      query={page}
      list={{ href: listOf('repairs'), name: 'Repair Management' }}
      number={number}
      missing={messages.missing}
      failed={messages.loadFailed}
    >
      {(data) => (
        <>
          <Header repair={data.repair} statusDialog={statusDialog} />
          <RecordColumns
            aside={
              <>
                <OwnerPanel
                  {...ownerPanel(data.owner)}
                  renderChange={(onClose) => <ChangeCustomer repair={data.repair} onClose={onClose} />}
                />
                {data.turnedInto ? (
                  <LinkedCase
                    title="Turned into a trade-in"
                    href={casePageOf('tradeIns', data.turnedInto.tradeInNumber)}
                    number={data.turnedInto.tradeInNumber}
                  />
                ) : (
                  <WarrantyPanel page={data} />
                )}
                {aside?.(data.repair)}
              </>
            }
          >
            <Sections page={data} main={main} />
          </RecordColumns>
        </>
      )}
    </RecordPageFrame>
  )
}

/** One below another, in the order in which the bench works. Keyed by the repair: a form stands on one. */
function Sections({ page: { repair }, main }: { page: Page; main: RepairPageProps['main'] }) {
  const timeline = useCaseTimeline({ noun: 'repairs', id: repair.id })
  return (
    <div key={repair.id} className="contents">
      <DeviceSection repair={repair} />
      <WorkSection repair={repair} />
      <EstimateSection repairId={repair.id} />
      <CostSection repair={repair} />
      {main?.(repair)}
      <Timeline history={timeline.history} onNote={timeline.addNote} saving={timeline.saving} />
    </div>
  )
}

function Header({ repair, statusDialog }: { repair: Repair; statusDialog: RepairPageProps['statusDialog'] }) {
  const utils = trpc.useUtils()
  const update = trpc.repairs.updateStatus.useMutation()
  const changed = useCaseChanged('repairs')
  return (
    <CaseStatusHeader
      row={repair}
      number={repair.repairNumber}
      of={{ noun: 'repairs', id: repair.id }}
      noun={records.repairs}
      statuses={repairStatuses}
      tones={statusTones}
      save={update.mutateAsync}
      reload={(id) => utils.repairs.byId.fetch({ id }, { staleTime: 0 })}
      onStored={(stored) => {
        utils.repairs.byNumber.setData({ number: stored.repairNumber }, (page) => page && { ...page, repair: stored })
        changed()
      }}
      statusDialog={statusDialog}
    />
  )
}

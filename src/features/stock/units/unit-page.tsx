import { OfficeButton, OfficeLink } from '~/components/admin-list/office-link'
import { ArrowRight, GitMerge, MoveRight, Pencil, TriangleAlert } from '~/components/icons/lucide'
import { type ReactNode, useState } from 'react'
import { DateText, useMay } from '~/components/admin-list/cells'
import { DetailList } from '~/components/admin-list/detail-list'
import { caseNouns } from '~/contracts/case-ref'
import { RecordPageFrame, RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { unitStanding, unitStep } from '~/contracts/stock/unit-standing'
import { movesByHand, unitName, type UnitPage as Page } from '~/contracts/stock/units'
import { unitTones } from '~/contracts/statuses'
import { formatEuro } from '~/lib/money'
import { casePageOf, listOf, unitPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { LabelLink } from '../scanning/label-link'
import { useBeginRefurbishing } from './refurbishing-bench'
import { UnitCases } from './unit-cases'
import { unitMessages, UnitOwner } from './unit-columns'

const WaitingClaims = onDemand(() => import('../claims/waiting-claims').then((module) => module.WaitingClaims))

const EditUnitDialog = onDemand(() => import('./unit-dialogs').then((module) => module.EditUnitDialog))
const StateDialog = onDemand(() => import('./state-dialog').then((module) => module.StateDialog))
const MergeDialog = onDemand(() => import('./merge-dialog').then((module) => module.MergeDialog))
const UnmergeButton = onDemand(() => import('./merge-dialog').then((module) => module.UnmergeButton))
const UnitParts = onDemand(() => import('../parts/unit-parts-section').then((module) => module.UnitPartsSection), SectionSkeleton)
const UnitSale = onDemand(() => import('../sale/unit-sale-section').then((module) => module.UnitSaleSection))
const UnitBoards = onDemand(() => import('./unit-boards-section').then((module) => module.UnitBoardsSection), SectionSkeleton)
const Refurbishing = onDemand(() => import('./refurbishing-section').then((module) => module.RefurbishingSection), SectionSkeleton)
const UnitPassport = onDemand(
  () => import('../passports/unit-passport-section').then((module) => module.UnitPassportSection),
  SectionSkeleton,
)
const Timeline = onDemand(() => import('./unit-timeline').then((module) => module.UnitTimeline), SectionSkeleton)

export function UnitPage({ number }: { number: string }) {
  const query = trpc.units.page.useQuery({ number })
  return (
    <RecordPageFrame
      query={query}
      list={{ href: listOf('units'), name: 'Units' }}
      number={number}
      missing={unitMessages.missing}
      failed="Failed to fetch the unit"
    >
      {(page) => <Content key={page.unit.id} page={page} />}
    </RecordPageFrame>
  )
}

function Content({ page }: { page: Page }) {
  const may = useMay()
  const { unit, keep, merged, cases, isDisputed } = page
  const mayWrite = may('units', 'write')
  const seesAll = caseNouns.every((noun) => may(noun, 'read'))
  return (
    <>
      <Header page={page} mayWrite={mayWrite} />
      {keep && (
        <Notice>
          <p>
            This record was merged into <UnitLink number={keep.unitNumber} />, where its history is read too.
          </p>
          {mayWrite && <UnmergeButton unit={unit} />}
        </Notice>
      )}
      {isDisputed && (
        <Notice>
          <p>More than one customer has an open case of this machine. Find out whose it is before it leaves. The customers are not told.</p>
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 gap-4 *:mb-4 *:break-inside-avoid xl:columns-2">
          <Details page={page} />
          <RecordSection title="Cases">
            <div className="p-5 sm:px-6">
              <UnitCases
                cases={cases}
                none={seesAll ? 'It has been in no repair and no trade-in yet' : 'It has been in no case that your access includes'}
              />
            </div>
          </RecordSection>
          {merged.length > 0 && <Merged merged={merged} mayWrite={mayWrite} />}
          {keep === null && (
            <>
              <WaitingClaims unitId={unit.id} mayWrite={mayWrite} />
              {unit.owner === 'company' && (
                <Section name="refurbishing">
                  <Refurbishing unit={unit} mayWrite={mayWrite} />
                </Section>
              )}
              <Section name="sale">
                <UnitSale page={page} mayWrite={mayWrite} />
              </Section>
              <UnitBoards unitId={unit.id} mayWrite={mayWrite} />
              {may('parts', 'read') && <UnitParts unitId={unit.id} mayWrite={may('parts', 'write')} />}
              <UnitPassport unitId={unit.id} mayWrite={mayWrite} />
            </>
          )}
        </div>
        <div className="min-w-0 overflow-y-auto rounded-card lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)]">
          <Timeline id={unit.id} number={unit.unitNumber} cases={cases} />
        </div>
      </div>
    </>
  )
}

/** Target of the next step. */
const Section = ({ name, children }: { name: 'refurbishing' | 'sale'; children: ReactNode }) => (
  <div id={name} tabIndex={-1} className="scroll-mt-20 outline-none empty:hidden">
    {children}
  </div>
)

function NextStep({ page }: { page: Page }) {
  const begin = useBeginRefurbishing()
  const step = unitStep(page.unit, page.cases)
  if (!step) return null
  const words = (
    <>
      {step.label}
      <ArrowRight className="size-4" aria-hidden="true" />
    </>
  )
  if (step.kind === 'case')
    return (
      <OfficeButton href={casePageOf(step.noun, step.number)} size="sm">
        {words}
      </OfficeButton>
    )
  const show = () => {
    const section = document.getElementById(step.section)
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
    if (step.begins) begin.mutate({ id: page.unit.id })
  }
  return (
    <Button size="sm" busy={begin.isPending} onClick={show}>
      {words}
    </Button>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-sm text-warn-ink"
  >
    <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
    {children}
  </div>
)

const UnitLink = ({ number }: { number: string }) => (
  <OfficeLink href={unitPageOf(number)} className="font-medium wrap-anywhere underline underline-offset-4">
    {number}
  </OfficeLink>
)

type Dialog = 'edit' | 'state' | 'merge'

function Header({ page, mayWrite }: { page: Page; mayWrite: boolean }) {
  const { unit, keep, cases } = page
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight wrap-anywhere text-ink">
          {unit.unitNumber}
          <Badge tone={unitTones[unit.state]}>{unitStanding(unit, cases).label}</Badge>
        </h1>
        <p className="mt-1 wrap-anywhere text-ink-muted">
          {unitName(unit)} · {unit.serialNumber === null ? 'no serial number' : `serial number ${unit.serialNumber}`}
        </p>
      </div>
      {mayWrite && keep === null && (
        <div className="flex flex-wrap gap-2">
          <NextStep page={page} />
          <Button variant="secondary" size="sm" onClick={() => setDialog('edit')}>
            <Pencil className="size-4" aria-hidden="true" />
            Edit
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setDialog('state')} disabled={movesByHand(unit).length === 0}>
            <MoveRight className="size-4" aria-hidden="true" />
            Change state
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setDialog('merge')}>
            <GitMerge className="size-4" aria-hidden="true" />
            Merge
          </Button>
        </div>
      )}
      {dialog === 'edit' && <EditUnitDialog unit={unit} onClose={close} />}
      {dialog === 'state' && <StateDialog unit={unit} onClose={close} />}
      {dialog === 'merge' && <MergeDialog unit={unit} onClose={close} />}
    </div>
  )
}

function Details({ page: { unit, deviceModel, product, cases } }: { page: Page }) {
  // A record may have been opened after the first case.
  const knownSince = new Date(Math.min(...[unit, ...cases].map(({ createdAt }) => createdAt.getTime())))
  return (
    <RecordSection title="Machine" actions={<LabelLink of={{ unit: [unit.unitNumber] }} />}>
      <div className="p-5 sm:px-6">
        <DetailList
          items={[
            { label: 'Owner', value: <UnitOwner unit={unit} /> },
            { label: 'Location', value: unit.location ?? 'Not set' },
            { label: 'State', value: unitStanding(unit, cases).about, wide: true },
            ...(deviceModel ? [{ label: 'Model', value: `${deviceModel.manufacturer} ${deviceModel.name}`.trim(), wide: true }] : []),
            ...(product ? [{ label: 'Product', value: product.name, wide: true }] : []),
            ...(unit.cost === null ? [] : [{ label: 'Cost', value: formatEuro(unit.cost) }]),
            { label: 'Known since', value: <DateText at={knownSince} /> },
            ...(unit.notes ? [{ label: 'Notes', value: unit.notes, wide: true }] : []),
          ]}
        />
      </div>
    </RecordSection>
  )
}

function Merged({ merged, mayWrite }: { merged: Page['merged']; mayWrite: boolean }) {
  return (
    <RecordSection title="Merged into this one">
      <ul className="flex flex-col gap-4 p-5 text-sm sm:px-6">
        {merged.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 text-ink">
              <UnitLink number={each.unitNumber} />
              <span className="block wrap-anywhere text-ink-muted">{[unitName(each), each.serialNumber].filter(Boolean).join(' · ')}</span>
            </span>
            {mayWrite && <UnmergeButton unit={each} />}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

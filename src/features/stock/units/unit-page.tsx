import { GitMerge, MoveRight, Pencil, TriangleAlert } from '~/components/icons/lucide'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { DateText, useMay } from '~/components/admin-list/cells'
import { DetailList } from '~/components/admin-list/detail-list'
import { RecordPageFrame, RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { movesByHand, type Unit, unitName, type UnitPage as Page, unitStateWords } from '~/contracts/stock/units'
import { formatEuro } from '~/lib/money'
import { listOf, unitPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { LabelLink } from '../scanning/label-link'
import { UnitCases } from './unit-cases'
import { unitMessages, UnitOwner, UnitStateBadge } from './unit-columns'

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

/** The page of one machine: what it is, where, whose, its cases and all that happened to it. */
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
  return (
    <>
      <Header unit={unit} isMerged={keep !== null} mayWrite={mayWrite} />
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
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-4 lg:order-last">
          <Details page={page} />
          {merged.length > 0 && <Merged merged={merged} mayWrite={mayWrite} />}
          {keep === null && <WaitingClaims unitId={unit.id} mayWrite={mayWrite} />}
          {keep === null && <UnitPassport unitId={unit.id} mayWrite={mayWrite} />}
        </div>
        <div className="flex flex-col gap-4">
          <RecordSection title="Cases">
            <div className="p-5 sm:px-6">
              <UnitCases cases={cases} none="It has been in no repair and no trade-in yet" />
            </div>
          </RecordSection>
          {keep === null && unit.owner === 'company' && <Refurbishing unit={unit} mayWrite={mayWrite} />}
          {keep === null && <UnitBoards unitId={unit.id} mayWrite={mayWrite} />}
          {keep === null && may('parts', 'read') && <UnitParts unitId={unit.id} mayWrite={may('parts', 'write')} />}
          {keep === null && <UnitSale page={page} mayWrite={mayWrite} />}
          <Timeline id={unit.id} number={unit.unitNumber} />
        </div>
      </div>
    </>
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
  <Link href={unitPageOf(number)} prefetch={false} className="font-medium wrap-anywhere underline underline-offset-4">
    {number}
  </Link>
)

type Dialog = 'edit' | 'state' | 'merge'

function Header({ unit, isMerged, mayWrite }: { unit: Unit; isMerged: boolean; mayWrite: boolean }) {
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight wrap-anywhere text-ink">
          {unit.unitNumber}
          <UnitStateBadge state={unit.state} />
        </h1>
        <p className="mt-1 wrap-anywhere text-ink-muted">
          {unitName(unit)} · {unit.serialNumber === null ? 'no serial number' : `serial number ${unit.serialNumber}`}
        </p>
      </div>
      {mayWrite && !isMerged && (
        <div className="flex flex-wrap gap-2">
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

function Details({ page: { unit, deviceModel, product } }: { page: Page }) {
  return (
    <RecordSection title="Machine" actions={<LabelLink of={{ unit: [unit.unitNumber] }} />}>
      <div className="p-5 sm:px-6">
        <DetailList
          items={[
            { label: 'Owner', value: <UnitOwner unit={unit} /> },
            { label: 'Location', value: unit.location ?? 'Not set' },
            { label: 'State', value: unitStateWords[unit.state].about, wide: true },
            ...(deviceModel ? [{ label: 'Model', value: `${deviceModel.manufacturer} ${deviceModel.name}`.trim(), wide: true }] : []),
            ...(product ? [{ label: 'Product', value: product.name, wide: true }] : []),
            ...(unit.cost === null ? [] : [{ label: 'Cost', value: formatEuro(unit.cost) }]),
            { label: 'Known since', value: <DateText at={unit.createdAt} /> },
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

import { OfficeLink } from '~/components/admin-list/office-link'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { DisabledForReaders } from '~/components/admin-list/for-writers'
import type { DetailsQuery } from '~/components/admin-list/details-dialog'
import { RecordPageFrame, RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import type { CaseNoun, CaseRef } from '~/contracts/case-ref'
import { isFinalStatus } from '~/contracts/statuses'
import { casePageOf, listOf } from '~/lib/records'
import { CaseHeader } from './case-header'
import { caseKinds, caseMessages, type CasePages } from './kinds'
import { OwnerPanel } from './parts/owner-panel'
import { PageSaves } from './parts/page-saves'
import { ShippingPanel } from './parts/shipping-panel'
import { SameDeviceNotice } from './same-device-notice'
import { type CaseTab, caseTabs, useCaseTab, useWish, type Wish, WishContext } from './use-case-tab'

const Tabs = onDemand(() => import('~/components/ui/tabs').then((module) => module.Tabs<CaseTab>), SectionSkeleton)
const DeskPanel = onDemand(() => import('./desk-panel').then((module) => module.DeskPanel), SectionSkeleton)
const UnitCard = onDemand(() => import('~/features/stock/units/unit-card').then((module) => module.UnitCard), SectionSkeleton)
const RequestPanel = onDemand(() => import('./request-panel').then((module) => module.RequestPanel))
const DocumentsPanel = onDemand(() => import('./documents-panel').then((module) => module.DocumentsPanel), SectionSkeleton)
const TrackingPanel = onDemand(() => import('./tracking-panel').then((module) => module.TrackingPanel), SectionSkeleton)
const MessagesSection = onDemand(() => import('../messages/case-messages').then((module) => module.DeskMessages), SectionSkeleton)
const ReadingsSection = onDemand(() => import('./readings-section').then((module) => module.ReadingsSection), SectionSkeleton)
const FilesSection = onDemand(() => import('./files-section').then((module) => module.FilesSection), SectionSkeleton)
const Timeline = onDemand(() => import('./timeline-section').then((module) => module.TimelineSection), SectionSkeleton)

const tabLabels: Record<CaseTab, string> = { work: 'Work', quote: 'Quote', messages: 'Messages', files: 'Files', history: 'History' }

const withoutTalk = ['work', 'quote'] as const satisfies readonly CaseTab[]

type Part<Noun extends CaseNoun> = ComponentType<{ page: CasePages[Noun] }>

interface CasePageProps<Noun extends CaseNoun> {
  noun: Noun
  number: string
  query: DetailsQuery<CasePages[Noun]>
  /** The device and the work on it, and the quote. */
  Work: Part<Noun>
  Quote: Part<Noun>
  /** In addition to those of every case. */
  Panels: Part<Noun>
}

export function CasePage<Noun extends CaseNoun>({ noun, number, query, ...parts }: CasePageProps<Noun>) {
  const messages = caseMessages(noun)
  return (
    <RecordPageFrame
      query={query}
      list={{ href: listOf(noun), name: caseKinds[noun].list }}
      number={number}
      missing={messages.missing}
      failed={messages.loadFailed}
    >
      {/* A form belongs to one case. */}
      {(page) => <Content key={caseKinds[noun].rowOf(page).id} noun={noun} page={page} {...parts} />}
    </RecordPageFrame>
  )
}

type ContentProps<Noun extends CaseNoun> = Omit<CasePageProps<Noun>, 'number' | 'query'> & { page: CasePages[Noun] }

function Content<Noun extends CaseNoun>({ noun, page, Work, Quote, Panels }: ContentProps<Noun>) {
  const kind = caseKinds[noun]
  const row = kind.rowOf(page)
  const { id, status } = row
  const standing = { noun, number: kind.numberOf(row), status, isOpen: !isFinalStatus(status), outcome: kind.stepOf(page).outcome }
  const may = useMay()
  // Messages, files and what was done are of those who deal with cases; a bookkeeper reads what the case is about, and its money.
  const seesTalk = may('cases', 'read')
  const tabs = seesTalk ? caseTabs : withoutTalk
  const { tab: named, select } = useCaseTab()
  const tab = tabs.find((each) => each === named) ?? tabs[0]
  const [seen, setSeen] = useState<ReadonlySet<CaseTab>>(new Set())
  if (!seen.has(tab)) setSeen(new Set([...seen, tab]))
  const [wish, setWish] = useState<Wish>()
  const show = (next: CaseTab, asked?: Wish) => {
    setWish(asked)
    if (next !== tab) select(next)
  }
  const panels: Record<CaseTab, () => ReactNode> = {
    work: () => (
      <div className={`grid items-start gap-4 ${seesTalk ? 'lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_20rem]' : ''}`}>
        <div className="flex min-w-0 flex-col gap-4">
          <DisabledForReaders of={noun}>
            <Work page={page} />
          </DisabledForReaders>
          <div className="gap-4 *:mb-4 *:break-inside-avoid xl:columns-2 [&>fieldset>*]:mb-4 [&>fieldset>*]:break-inside-avoid">
            {/* The machine's place is changed by those who may change units. */}
            {may('units', 'read') && <UnitCard of={{ noun, id }} standing={standing} />}
            <DisabledForReaders of={noun}>
              <OwnerPanel noun={noun} row={row} owner={page.owner} />
              <Panels page={page} />
              {seesTalk && <RequestPanel noun={noun} id={id} />}
              <DeskPanel noun={noun} record={row} />
              <DocumentsPanel noun={noun} id={id} />
              <ShippingPanel carrier={row.carrier} trackingNumber={row.trackingNumber} />
              {seesTalk && <TrackingPanel noun={noun} id={id} />}
            </DisabledForReaders>
          </div>
        </div>
        {seesTalk && (
          <div className="min-w-0 overflow-y-auto rounded-card max-lg:hidden lg:sticky lg:top-40 lg:max-h-[calc(100dvh-11rem)]">
            <Timeline noun={noun} id={id} />
          </div>
        )}
      </div>
    ),
    quote: () => (
      <div className="flex flex-col gap-4">
        <Quote page={page} />
      </div>
    ),
    messages: () => <Conversation noun={noun} id={id} email={page.owner?.email ?? null} />,
    files: () => (
      <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
        <FilesSection of={{ noun, id }} />
        <ReadingsSection of={{ noun, id }} phases={kind.phases} nominal={kind.nominalOf(page)} machine={kind.machineOf(page)} />
      </div>
    ),
    history: () => <Timeline noun={noun} id={id} />,
  }
  return (
    <WishContext value={{ wish, setWish }}>
      <PageSaves>
        <CaseHeader noun={noun} page={page} onTab={show} />
        <SameDeviceNotice of={{ noun, id }} device={row.deviceInfo} />
        {!may(noun, 'write') && <p className="text-sm text-ink-muted">Your access lets you read this {kind.record.one}, not change it.</p>}
        <Tabs
          label={`Parts of this ${kind.record.one}`}
          selected={tab}
          onSelect={(next) => show(next)}
          items={tabs.map((each) => ({
            id: each,
            label: tabLabels[each],
            ...(each === 'messages' && row.unreadMessages > 0 && { note: 'Unread messages' }),
            // Hidden tabs keep typed text; unopened tabs load nothing.
            panel: seen.has(each) && panels[each](),
          }))}
        />
      </PageSaves>
    </WishContext>
  )
}

/** Focuses a new message's field if asked to. */
function Conversation(of: CaseRef & { email: string | null }) {
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  // Once the tab is visible.
  useWish('message', field !== null, () => requestAnimationFrame(() => field?.focus()))
  return <MessagesSection {...of} fieldRef={setField} />
}

interface LinkedCaseProps {
  title: string
  noun: CaseNoun
  number: string
}

export const LinkedCase = ({ title, noun, number }: LinkedCaseProps) => (
  <RecordSection title={title}>
    <p className="p-5 text-sm sm:px-6">
      <OfficeLink href={casePageOf(noun, number)} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
        {number}
      </OfficeLink>
    </p>
  </RecordSection>
)

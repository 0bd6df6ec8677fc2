import Link from 'next/link'
import { type ComponentType, useState } from 'react'
import { StatusBadge } from '~/components/admin-list/cells'
import type { DetailsQuery } from '~/components/admin-list/details-dialog'
import { StatusSelect } from '~/components/admin-list/status-select'
import { useStatusChange } from '~/components/admin-list/use-status-change'
import { RecordColumns, RecordHeader, RecordPageFrame, RecordSection, SectionSkeleton } from '~/components/layouts/record-page'
import { onDemand } from '~/components/ui/on-demand'
import type { CaseNoun, CaseRef } from '~/contracts/cases/cases'
import { deviceName } from '~/contracts/cases/device'
import { statusTones } from '~/contracts/statuses'
import { casePageOf, listOf } from '~/lib/records'
import { undoing } from '~/lib/status-change'
import { caseKinds, caseMessages, type CasePages, caseRouters, type Cases, useCaseCaches } from './kinds'
import { OwnerPanel } from './parts/owner-panel'
import { ShippingPanel } from './parts/parcel-link'
import { useCaseChanged } from './use-case'
import { useSentQuotes } from './use-quotes'
import { Printer } from 'lucide-react'
import { buttonStyles } from '~/components/ui/button-styles'
import { caseDocumentAddress, caseDocumentLabels, documentsOfEveryCase, quoteKinds } from '~/contracts/cases/documents'

const DeskPanel = onDemand(() => import('./desk-panel').then((module) => module.DeskPanel), SectionSkeleton)
const RequestPanel = onDemand(() => import('./request-panel').then((module) => module.RequestPanel))
const TrackingPanel = onDemand(() => import('./tracking-panel').then((module) => module.TrackingPanel), SectionSkeleton)
const StatusDialog = onDemand(() => import('./status-dialog').then((module) => module.StatusDialog))
const MessagesSection = onDemand(() => import('../messages/case-messages').then((module) => module.DeskMessages), SectionSkeleton)
const ReadingsSection = onDemand(() => import('./readings-section').then((module) => module.ReadingsSection), SectionSkeleton)
const FilesSection = onDemand(() => import('./files-section').then((module) => module.FilesSection), SectionSkeleton)
const Timeline = onDemand(() => import('./timeline-section').then((module) => module.TimelineSection), SectionSkeleton)

interface CasePageProps<Noun extends CaseNoun> {
  noun: Noun
  number: string
  query: DetailsQuery<CasePages[Noun]>
  /** The sections of this kind alone, in the order in which people work on it. */
  Sections: ComponentType<{ page: CasePages[Noun] }>
  /** Its panels beside them. */
  Panels: ComponentType<{ page: CasePages[Noun] }>
}

/** The page of one case: the work on it, its customer, and its history. */
export function CasePage<Noun extends CaseNoun>({ noun, number, query, Sections, Panels }: CasePageProps<Noun>) {
  const kind = caseKinds[noun]
  const messages = caseMessages(noun)
  return (
    <RecordPageFrame
      query={query}
      list={{ href: listOf(noun), name: kind.list }}
      number={number}
      missing={messages.missing}
      failed={messages.loadFailed}
    >
      {(page) => {
        const row = kind.rowOf(page)
        const { id } = row
        return (
          <>
            <Header noun={noun} row={row} />
            <RecordColumns
              aside={
                <>
                  <OwnerPanel noun={noun} row={row} owner={page.owner} />
                  <Panels page={page} />
                  <RequestPanel noun={noun} id={id} />
                  <DeskPanel noun={noun} record={row} />
                  <DocumentsPanel noun={noun} id={id} />
                  <ShippingPanel carrier={row.carrier} trackingNumber={row.trackingNumber} />
                  <TrackingPanel noun={noun} id={id} />
                </>
              }
            >
              {/* A form stands on one case. */}
              <div key={id} className="contents">
                <Sections page={page} />
                <MessagesSection noun={noun} id={id} />
                <ReadingsSection of={{ noun, id }} phases={kind.phases} nominal={kind.nominalOf(page)} />
                <FilesSection of={{ noun, id }} />
                <Timeline noun={noun} id={id} />
              </div>
            </RecordColumns>
          </>
        )
      }}
    </RecordPageFrame>
  )
}

/** The number and the device of a case, its status, and the selector of another one. */
function Header<Noun extends CaseNoun>({ noun, row }: { noun: Noun; row: Cases[Noun] }) {
  type Row = Cases[Noun]
  const { record, statuses, numberOf, withRow } = caseKinds[noun]
  const [asked, setAsked] = useState<Row['status']>()
  const messages = caseMessages(noun)
  const cache = useCaseCaches()[noun]
  const changed = useCaseChanged(noun)
  const { mutateAsync: update } = caseRouters[noun].updateStatus.useMutation()
  const { shown, saved, dialog } = useStatusChange<Row, Row['status']>({
    label: 'Status',
    subject: `this ${record.one}`,
    read: ({ status }) => status,
    write: (base, status) => ({ ...base, status }),
    save: ({ id, version }, status, undone) => update({ id, version, status, ...undoing(undone) }),
    reload: ({ id }) => cache.byId.fetch({ id }, { staleTime: 0 }),
    onStored: (stored) => {
      cache.byNumber.setData({ number: numberOf(stored) }, (page) => page && withRow(page, stored))
      changed()
    },
    done: messages.statusUpdated,
    failed: messages.statusFailed,
  })
  const status: Row['status'] = shown(row).status
  const { id, version, carrier, trackingNumber } = row
  const number = numberOf(row)
  return (
    <RecordHeader number={number} subtitle={deviceName(row.deviceInfo)}>
      <StatusBadge status={status} tone={statusTones[status]} />
      <span className="w-40">
        <StatusSelect label={`Status of ${number}`} values={statuses} value={status} onChange={setAsked} />
      </span>
      {dialog}
      {asked !== undefined && (
        <StatusDialog
          of={{ noun, id }}
          status={asked}
          parcel={{ carrier, trackingNumber }}
          save={async (notice) => saved(row, await update({ id, version, status: asked, ...notice }))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </RecordHeader>
  )
}

interface LinkedCaseProps {
  title: string
  noun: CaseNoun
  number: string
}

/** Another case that belongs to this one's history. */
export const LinkedCase = ({ title, noun, number }: LinkedCaseProps) => (
  <RecordSection title={title}>
    <p className="p-5 text-sm sm:px-6">
      <Link href={casePageOf(noun, number)} prefetch={false} className="font-medium wrap-anywhere text-ink underline underline-offset-4">
        {number}
      </Link>
    </p>
  </RecordSection>
)

interface Printable {
  href: string
  label: string
}

/** The papers of a case: each opens as a PDF in a tab of its own. */
function DocumentsPanel({ noun, id }: CaseRef) {
  // The sections of estimates and of the evaluation ask for the same: these are no further requests.
  const sent = useSentQuotes(noun, id)
  const kind = quoteKinds[noun]
  const documents: Printable[] = [
    ...documentsOfEveryCase.map((each) => ({ href: caseDocumentAddress({ noun, id }, each), label: caseDocumentLabels[each] })),
    ...sent.map(({ number }) => ({
      href: caseDocumentAddress({ noun, id }, kind, number),
      label: `${caseDocumentLabels[kind]} ${number}`,
    })),
  ]
  return (
    <RecordSection title="Print">
      <ul className="flex flex-wrap gap-2 p-5">
        {documents.map(({ href, label }) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener" className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
              <Printer className="size-4" aria-hidden="true" />
              {label}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

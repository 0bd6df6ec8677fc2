import { nameOfCustomer } from '~/lib/customer-name'
import { phoneLink } from '~/lib/phone-link'
import { MapPin, MessageSquare, Phone, Printer } from '~/components/icons/lucide'
import { useEffect, useRef, useState } from 'react'
import { StatusBadge, useMay } from '~/components/admin-list/cells'
import { StatusSelect } from '~/components/admin-list/status-select'
import { useAskedChange } from '~/components/admin-list/use-asked-change'
import { useStatusChange } from '~/components/admin-list/use-status-change'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { onDemand } from '~/components/ui/on-demand'
import type { CaseNoun } from '~/contracts/case-ref'
import { deviceName } from '~/contracts/cases/device'
import { caseDocumentAddress } from '~/contracts/cases/documents'
import { isReturnedUnrepaired } from '~/contracts/repair-outcomes'
import { languageName } from '~/contracts/languages'
import { isFinalStatus, statusTones } from '~/contracts/statuses'
import { undoing } from '~/lib/status-change'
import { caseKinds, caseMessages, type CasePages, caseRouters, type Cases, useCaseCaches } from './kinds'
import { NextStepButton } from './next-step-button'
import { useShippingQuestion } from './repairs/use-shipping-question'
import { useCaseChanged } from './use-case'
import type { CaseTab, Wish } from './use-case-tab'

const StatusDialog = onDemand(() => import('./status-dialog').then((module) => module.StatusDialog))
const PhotoButton = onDemand(() => import('./photo-button').then((module) => module.PhotoButton))

interface CaseHeaderProps<Noun extends CaseNoun> {
  noun: Noun
  page: CasePages[Noun]
  onTab: (tab: CaseTab, wish?: Wish) => void
}

const icon = 'size-4 shrink-0'
/** Icons only in narrow windows. */
const words = 'max-lg:sr-only'
const tool = buttonStyles({ variant: 'secondary', size: 'sm' })

export function CaseHeader<Noun extends CaseNoun>({ noun, page, onTab }: CaseHeaderProps<Noun>) {
  const row = caseKinds[noun].rowOf(page)
  const { id, unreadMessages } = row
  const number = caseKinds[noun].numberOf(row)
  const { status, select, change, dialogs } = useHeaderStatus(noun, row)
  const { outcome } = caseKinds[noun].stepOf(page)
  const isReturned = isFinalStatus(status) && outcome !== null && isReturnedUnrepaired(outcome)
  const may = useMay()
  const mayChange = may(noun, 'write')
  const header = useRef<HTMLDivElement>(null)
  useHeaderRoom(header)
  return (
    <div
      ref={header}
      className="sticky top-14 z-10 -mx-4 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line bg-surface px-4 py-2.5 md:-mx-8 md:px-8"
    >
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere text-ink">{number}</h1>
          <span className={mayChange ? 'max-sm:hidden' : ''}>
            <StatusBadge status={status} tone={statusTones[status]} />
          </span>
          {'isExpedited' in row && row.isExpedited && <Badge tone="warn">Expedited</Badge>}
          {isReturned && <Badge tone="warn">Returned unrepaired</Badge>}
          {mayChange && <span className="ml-auto w-40 sm:ml-0">{select}</span>}
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-muted">
          <span className="wrap-anywhere">{deviceName(row.deviceInfo)}</span>
          <Customer owner={page.owner} />
          {row.location !== null && (
            <span className="inline-flex items-center gap-1 wrap-anywhere">
              <MapPin className="size-3.5 shrink-0" aria-hidden="true" />
              <span className="sr-only">Place: </span>
              {row.location}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        {mayChange && <NextStepButton noun={noun} page={page} onTab={onTab} onStatus={change} />}
        {may('cases', 'write') && <PhotoButton noun={noun} id={id} className={tool} />}
        {may('cases', 'read') && (
          <Button variant="secondary" size="sm" onClick={() => onTab('messages', 'message')}>
            <MessageSquare className={icon} aria-hidden="true" />
            <span className={words}>Reply</span>
            {unreadMessages > 0 && <span className="tabular-nums"> {unreadMessages}</span>}
          </Button>
        )}
        <a href={caseDocumentAddress({ noun, id }, 'label')} target="_blank" rel="noopener" className={tool}>
          <Printer className={icon} aria-hidden="true" />
          <span className={words}>
            Print label<span className="sr-only"> (opens in a new tab)</span>
          </span>
        </a>
      </div>
      {dialogs}
    </div>
  )
}

/** Scrolls focused controls and link targets clear of the header. */
function useHeaderRoom(header: { readonly current: HTMLElement | null }) {
  useEffect(() => {
    const element = header.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => (style.scrollPaddingTop = `calc(${element.offsetHeight}px + 4.5rem)`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.scrollPaddingTop = ''
    }
  }, [header])
}

function Customer({ owner }: { owner: CasePages[CaseNoun]['owner'] }) {
  if (!owner) return <span>No customer is known</span>
  const { fullName, email, phone, language } = owner
  return (
    <>
      {/* A phone number as the only name is shown once, as the link that dials it. */}
      {(fullName || email || !phone) && (
        <span className="font-medium wrap-anywhere text-ink">{nameOfCustomer({ fullName, email, phone })}</span>
      )}
      {phone && (
        <a
          href={phoneLink(phone)}
          className="inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap text-ink underline underline-offset-4"
        >
          <Phone className="size-3.5" aria-hidden="true" />
          {phone}
        </a>
      )}
      {language !== null && <span>Speaks {languageName(language)}</span>}
    </>
  )
}

/** The status selector, and the dialog before a change. */
function useHeaderStatus<Noun extends CaseNoun>(noun: Noun, row: Cases[Noun]) {
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
    name: numberOf,
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
  const shipping = useShippingQuestion(false)
  const { askedChange, question } = useAskedChange<Row>(
    (_row, next) => setAsked(next),
    noun === 'repairs' ? (_chosen, next) => shipping({ ids: [{ id, version }] }, next) : undefined,
  )
  return {
    status,
    change: (next: string) => {
      const known = statuses.find((each) => each === next)
      if (known !== undefined) askedChange(row, known)
    },
    select: (
      <StatusSelect
        label={`Status of ${numberOf(row)}`}
        values={statuses}
        value={status}
        onChange={(next: Row['status']) => askedChange(row, next)}
      />
    ),
    dialogs: (
      <>
        {dialog}
        {question}
        {asked !== undefined && (
          <StatusDialog
            of={{ noun, id }}
            status={asked}
            parcel={{ carrier, trackingNumber }}
            save={async (notice) => saved(row, await update({ id, version, status: asked, ...notice }))}
            onClose={() => setAsked(undefined)}
          />
        )}
      </>
    ),
  }
}

import { type LucideIcon, Mail, Plus, ShieldCheck, UserRound } from '~/components/icons/lucide'
import { type ComponentType, type ReactNode, useState } from 'react'
import { DueText, useMay } from '~/components/admin-list/cells'
import { RowLink } from '~/components/admin-list/row-link'
import {
  createdColumn,
  customerColumn,
  numberColumn,
  ofOneLine,
  settledColumn,
  statusActionsColumn,
  statusColumn,
} from '~/components/admin-list/status-columns'
import { StatusListScreen, type StatusListScreenProps } from '~/components/admin-list/status-list-screen'
import type { StatusListDefinition, StatusListPage } from '~/components/admin-list/status-records'
import { useAddDialog } from '~/components/admin-list/use-dialogs'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { UnreadLink } from '~/components/ui/unread-mark'
import { isClaim } from '~/contracts/repair-outcomes'
import { offerTones } from '~/contracts/cases/offers'
import type { CaseNoun } from '~/contracts/case-ref'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import { caseSortNames, openDueOn, personName, quoteChoice, quoteWords } from '~/contracts/cases/lists'
import type { Customer } from '~/contracts/status-inputs'
import { statusTones } from '~/contracts/statuses'
import { casePageOf } from '~/lib/records'
import { caseKinds, type Cases } from './kinds'

/** The word is for tooltips and assistive tools. */
const Mark = ({ icon: Icon, word, className }: { icon: LucideIcon; word: string; className: string }) => (
  <span title={word} className={className}>
    <Icon className="size-3.5" aria-hidden="true" />
    <span className="sr-only">{word}</span>
  </span>
)

/** Expedited, warranty claim, and state of the estimate or offer. */
function CaseMarks({ row }: { row: Cases[CaseNoun] }) {
  const { quoteState } = row
  const isRepair = 'repairNumber' in row
  return (
    <>
      {isRepair && row.isExpedited && (
        <Badge tone="warn" size="sm">
          Expedited
        </Badge>
      )}
      {isRepair && isClaim(row) && <Mark icon={ShieldCheck} word="Warranty claim" className="text-info-ink" />}
      {quoteState !== null && (
        <Badge tone={offerTones[quoteState]} size="sm">
          {quoteWords(caseKinds[isRepair ? 'repairs' : 'tradeIns'].quote.name)[quoteState]}
        </Badge>
      )}
    </>
  )
}

/** Due day and assignee. */
function CaseDesk({ row: { assignee }, dueOn }: { row: { assignee: Customer | null }; dueOn: string | null }) {
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

const EmailRulesDialog = onDemand(() => import('./email-rules').then((module) => module.EmailRulesDialog))

type ListOf<Noun extends CaseNoun> = StatusListPage<Cases[Noun]>

interface OwnPart<Noun extends CaseNoun, List extends ListOf<Noun>> extends Pick<
  StatusListDefinition<Cases[Noun], List>,
  'subtitle' | 'figures' | 'icons' | 'Details'
> {
  noun: Noun
  /** Column of the number and the line below it. */
  header: string
  below?: (row: Cases[Noun]) => ReactNode
  customerRoom?: string
  amount: string
  amountOf: (row: Cases[Noun]) => string
}

export function caseList<Noun extends CaseNoun, List extends ListOf<Noun>>({
  noun,
  header,
  below,
  customerRoom,
  amount,
  amountOf,
  ...own
}: OwnPart<Noun, List>): StatusListDefinition<Cases[Noun], List> {
  const { record, list, statuses, openStatuses, flags, quote, numberOf } = caseKinds[noun]
  return {
    ...own,
    noun: record,
    of: noun,
    title: list,
    statuses,
    tones: statusTones,
    flags,
    choices: [quoteChoice(quote.name, quote.states)],
    sorts: caseSortNames,
    sortsBeyondColumns: true,
    name: numberOf,
    columns: (actions) => [
      numberColumn(
        header,
        (row) => <RowLink href={casePageOf(noun, numberOf(row))}>{numberOf(row)}</RowLink>,
        (row) => (
          <>
            <UnreadLink count={row.unreadMessages} href={casePageOf(noun, numberOf(row))} />
            <CaseMarks row={row} />
            {below?.(row)}
          </>
        ),
      ),
      customerColumn(customerRoom),
      {
        id: 'device',
        header: 'Device',
        card: 'half',
        cell: ({ deviceInfo }) => {
          const { serialNumber } = caseDeviceDraft(deviceInfo)
          return (
            <>
              <span className={`${ofOneLine} @3xl:max-w-48`} title={deviceName(deviceInfo)}>
                {deviceName(deviceInfo)}
              </span>
              {serialNumber !== undefined && <span className={`${ofOneLine} text-xs text-ink-subtle`}>{serialNumber}</span>}
            </>
          )
        },
      },
      statusColumn(statusTones),
      settledColumn(amount, amountOf),
      createdColumn((row) => <CaseDesk row={row} dueOn={openDueOn(row, openStatuses)} />),
      statusActionsColumn(noun, statuses, numberOf, actions),
    ],
  }
}

interface CaseListScreenProps<Noun extends CaseNoun, List extends ListOf<Noun>> extends StatusListScreenProps<Cases[Noun], List> {
  noun: Noun
  NewDialog: ComponentType<{ onClose: () => void }>
}

export function CaseListScreen<Noun extends CaseNoun, List extends ListOf<Noun>>({
  noun,
  NewDialog,
  actions,
  ...list
}: CaseListScreenProps<Noun, List>) {
  const [adding, setAdding] = useAddDialog()
  const [settingEmails, setEmails] = useState(false)
  const may = useMay()
  return (
    <>
      <StatusListScreen
        {...list}
        actions={
          <>
            {may('cases', 'read') && (
              <Button variant="secondary" size="sm" onClick={() => setEmails(true)}>
                <Mail className="size-4" aria-hidden="true" />
                <span className="max-sm:sr-only">Emails</span>
              </Button>
            )}
            {actions}
            {may(noun, 'write') && (
              <Button size="sm" onClick={() => setAdding(true)} className="max-sm:order-3">
                <Plus className="size-4" aria-hidden="true" />
                New {caseKinds[noun].record.one}
              </Button>
            )}
          </>
        }
      />
      {settingEmails && <EmailRulesDialog noun={noun} onClose={() => setEmails(false)} />}
      {adding && <NewDialog onClose={() => setAdding(false)} />}
    </>
  )
}

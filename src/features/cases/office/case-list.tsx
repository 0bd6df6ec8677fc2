import { Mail, Plus } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import {
  createdColumn,
  customerColumn,
  numberColumn,
  ofOneLine,
  settledColumn,
  statusActionsColumn,
  statusColumn,
} from '~/components/admin-list/status-columns'
import { RowLink } from '~/components/admin-list/row-link'
import { StatusListScreen, type StatusListScreenProps } from '~/components/admin-list/status-list-screen'
import type { StatusListDefinition, StatusListPage } from '~/components/admin-list/status-records'
import { useAddDialog } from '~/components/admin-list/use-dialogs'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import { UnreadLink } from '~/components/ui/unread-mark'
import type { CaseNoun } from '~/contracts/cases/cases'
import { caseDeviceDraft, deviceName } from '~/contracts/cases/device'
import { caseSortNames, openDueOn, quoteChoice } from '~/contracts/cases/lists'
import { statusTones } from '~/contracts/statuses'
import { casePageOf } from '~/lib/records'
import { CaseDesk, CaseMarks } from './case-marks'
import { caseKinds, type Cases } from './kinds'

const EmailRulesDialog = onDemand(() => import('./email-rules').then((module) => module.EmailRulesDialog))

type ListOf<Noun extends CaseNoun> = StatusListPage<Cases[Noun]>

interface OwnPart<Noun extends CaseNoun, List extends ListOf<Noun>> extends Pick<
  StatusListDefinition<Cases[Noun], List>,
  'subtitle' | 'figures' | 'icons' | 'Details'
> {
  noun: Noun
  /** The column of the numbers, and what stands below one. */
  header: string
  below?: (row: Cases[Noun]) => ReactNode
  /** The column of the amounts. */
  amount: string
  amountsOf: (row: Cases[Noun]) => [settled: number | null, estimated: number | null]
}

/** The list of one kind of case. */
export function caseList<Noun extends CaseNoun, List extends ListOf<Noun>>({
  noun,
  header,
  below,
  amount,
  amountsOf,
  ...own
}: OwnPart<Noun, List>): StatusListDefinition<Cases[Noun], List> {
  const { record, list, statuses, openStatuses, flags, quote, numberOf } = caseKinds[noun]
  return {
    ...own,
    noun: record,
    title: list,
    statuses,
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
      customerColumn(),
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
      settledColumn(amount, amountsOf),
      createdColumn((row) => <CaseDesk row={row} dueOn={openDueOn(row, openStatuses)} />),
      statusActionsColumn(statuses, numberOf, actions),
    ],
  }
}

interface CaseListScreenProps<Noun extends CaseNoun, List extends ListOf<Noun>> extends StatusListScreenProps<Cases[Noun], List> {
  noun: Noun
  NewDialog: ComponentType<{ onClose: () => void }>
}

/** The screen of such a list, where its emails are set and a case is opened. */
export function CaseListScreen<Noun extends CaseNoun, List extends ListOf<Noun>>({
  noun,
  NewDialog,
  actions,
  ...list
}: CaseListScreenProps<Noun, List>) {
  const [adding, setAdding] = useAddDialog()
  const [settingEmails, setEmails] = useState(false)
  return (
    <>
      <StatusListScreen
        {...list}
        actions={
          <>
            <Button variant="secondary" size="sm" onClick={() => setEmails(true)}>
              <Mail className="size-4" aria-hidden="true" />
              <span className="max-sm:sr-only">Emails</span>
            </Button>
            {actions}
            <Button size="sm" onClick={() => setAdding(true)} className="max-sm:order-3">
              <Plus className="size-4" aria-hidden="true" />
              New {caseKinds[noun].record.one}
            </Button>
          </>
        }
      />
      {settingEmails && <EmailRulesDialog noun={noun} onClose={() => setEmails(false)} />}
      {adding && <NewDialog onClose={() => setAdding(false)} />}
    </>
  )
}

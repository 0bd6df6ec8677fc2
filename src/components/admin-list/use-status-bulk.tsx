import { ForWriters } from './for-writers'
import { type LabelledStatus, statusLabels } from '~/lib/status-labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { BulkBar, outcomeText } from './bulk-bar'
import { SelectMenu } from './select-menu'
import { recordMessages } from '~/lib/records'
import { ExportSelected } from './export-links'
import { useSelection, type ChosenRows } from './selection'
import type { ListView } from './use-admin-list'
import type {
  AskFirst,
  BulkChange,
  EmailCount,
  StatusListDefinition,
  StatusListPage,
  StatusRecords,
  StatusRow,
  StatusView,
} from './status-records'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

interface BulkStatusProps<Status extends LabelledStatus, View> {
  /** The record type in the plural, for example 'orders'. */
  noun: string
  /** One of them. */
  one: string
  statuses: readonly Status[]
  /** The number of selected rows; `all` if they are all of the view. */
  count: number
  all: boolean
  chosen: ChosenRows<View>
  /** Which emails a new status sends; undefined where it sends none. */
  countEmails?: ((chosen: ChosenRows<View>, status: Status) => Promise<EmailCount>) | undefined
  /** The question before it; undefined if nothing is ever asked. */
  askFirst?: AskFirst<ChosenRows<View>, Status> | undefined
  /** Gives the selected rows a status. */
  change: (status: Status, sendsEmails: boolean) => Promise<BulkChange>
  undo: (change: string) => Promise<BulkChange>
  /** Said when it could not be done (requirements §8). */
  failed: string
  onDone: () => void
  onUndone: () => void
}

const number = new Intl.NumberFormat('en-GB')
const counted = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`

interface BulkEmailsProps {
  /** Undefined where they could not be counted. */
  found: EmailCount | undefined
  counting: boolean
  sends: boolean
  onSends: (sends: boolean) => void
}

/** Says how many emails a new status sends to how many customers, and leaves them out where that is wished. */
function BulkEmails({ found, counting, sends, onSends }: BulkEmailsProps) {
  return (
    <div role="status" className="mt-4 min-h-9">
      {counting ? (
        <p className="text-ink-muted">Counting emails…</p>
      ) : found?.emails === 0 ? (
        <p className="text-ink-muted">No customer is emailed.</p>
      ) : (
        <label className="flex min-h-9 cursor-pointer items-center gap-2 font-medium text-ink">
          <Checkbox checked={sends} onChange={(event) => onSends(event.target.checked)} />
          {found
            ? `Send ${found.isAtMost ? 'up to ' : ''}${counted(found.emails, 'email', 'emails')} to ${counted(found.customers, 'customer', 'customers')}`
            : 'Email the customers'}
        </label>
      )}
    </div>
  )
}

/** Gives the selected rows a status: asks first, says how many emails that sends, and undoes it as one. */
function BulkStatus<Status extends LabelledStatus, View>({
  noun,
  one,
  statuses,
  count,
  all,
  chosen,
  countEmails,
  askFirst,
  change,
  undo,
  failed,
  onDone,
  onUndone,
}: BulkStatusProps<Status, View>) {
  const [status, setStatus] = useState<Status | ''>('')
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)
  const [sendsEmails, setSendsEmails] = useState(true)
  const asks = countEmails !== undefined && asking && status !== '' && !saving
  const emails = useQuery({
    queryKey: ['status-emails', noun, status, chosen],
    queryFn: () => (status === '' ? undefined : countEmails?.(chosen, status)),
    enabled: asks,
    staleTime: 0,
    gcTime: 0,
  })
  const asksMore = askFirst !== undefined && asking && status !== '' && !saving
  const question = useQuery({
    queryKey: ['status-question', noun, status, chosen],
    queryFn: () => (status === '' ? null : (askFirst?.(chosen, status) ?? null)),
    enabled: asksMore,
    staleTime: 0,
    gcTime: 0,
  })
  const counting = (asks && emails.isPending) || (asksMore && question.isPending)

  const undoAll = async (id: string) => {
    try {
      const { counts, notices } = await undo(id)
      notifySuccess(outcomeText(counts, 'set back'), { reason: notices?.join(' ') })
    } catch (error) {
      notifyError(serverMessage(error) ?? failed, error)
    } finally {
      onUndone()
    }
  }
  const save = async () => {
    if (status === '') return
    setSaving(true)
    try {
      const { counts, notices, change: id } = await change(status, sendsEmails)
      notifySuccess(outcomeText(counts), {
        reason: notices?.join(' '),
        ...(id !== undefined && counts.changed > 0 && { action: { label: 'Undo', onAction: () => void undoAll(id) } }),
      })
      setStatus('')
      onDone()
    } catch (error) {
      notifyError(serverMessage(error) ?? failed, error)
    } finally {
      setSaving(false)
      setAsking(false)
    }
  }
  const what = counted(count, one, noun)

  return (
    <>
      <SelectMenu<Status | ''>
        label="New status"
        options={[{ value: '', label: 'New status…' }, ...statuses.map((value) => ({ value, label: statusLabels[value] }))]}
        value={status}
        onChange={setStatus}
        className="basis-36"
      />
      <Button
        size="sm"
        disabled={status === ''}
        onClick={() => {
          setSendsEmails(true)
          setAsking(true)
        }}
      >
        Change status
      </Button>
      {asking && status !== '' && (
        <ConfirmDialog
          title={all ? 'Change all?' : 'Change status?'}
          message={
            all
              ? `All ${what} that match, also those on other pages, become ${statusLabels[status]}.`
              : `${what} ${count === 1 ? 'becomes' : 'become'} ${statusLabels[status]}.`
          }
          confirmLabel={`Change ${what}`}
          cancelLabel="Cancel"
          variant="primary"
          busy={saving}
          disabled={counting}
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        >
          {question.data && (
            <p role="status" className="rounded-lg border border-warn-line bg-warn-soft px-4 py-2.5 text-sm text-warn-ink">
              {question.data.text}
            </p>
          )}
          {countEmails && <BulkEmails found={emails.data} counting={counting} sends={sendsEmails} onSends={setSendsEmails} />}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Work on many rows at once: which are selected, and the bar that says what can be done with them. */
export function useStatusBulk<Row extends StatusRow, List extends StatusListPage<Row>>(
  { noun, of, statuses, name }: StatusListDefinition<Row, List>,
  records: StatusRecords<Row, List>,
  { sort: _sort, cursor: _cursor, limit: _limit, ...shown }: ListView & { status?: Row['status'] | undefined },
) {
  const { data } = records.list
  const page = (data?.rows ?? []).map((row) => ({ id: row.id, version: row.version, name: name(row) }))
  // With whatever else the list is narrowed to: nothing else may be changed.
  const view = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as StatusView<Row['status']>
  const { chosen, ...selection } = useSelection(page, view)

  const bar = data && (
    <BulkBar noun={noun.many} matching={data.matching} matchingIsLeast={data.matchingIsLeast} count={() => records.countMatching(view)}>
      <ForWriters of={of}>
        <BulkStatus
          noun={noun.many}
          one={noun.one}
          statuses={statuses}
          count={selection.count}
          all={selection.all}
          chosen={chosen}
          countEmails={records.countEmails}
          askFirst={records.askFirst}
          change={(next, sendsEmails) => records.saveMany(chosen, next, sendsEmails)}
          undo={records.undoMany}
          failed={recordMessages(noun).statusFailed}
          onDone={() => {
            selection.clear()
            records.onManySaved()
          }}
          onUndone={records.onManySaved}
        />
      </ForWriters>
      <ExportSelected chosen={chosen} />
    </BulkBar>
  )
  return { selection, bar }
}

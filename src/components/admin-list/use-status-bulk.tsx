import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { capitalised } from '~/lib/text'
import { BulkBar, outcomeText } from './bulk-bar'
import { SelectMenu } from './select-menu'
import { recordMessages } from '~/lib/records'
import { ExportSelected } from './export-links'
import { useSelection, type ChosenRows } from './selection'
import type { ListView } from './use-admin-list'
import type { EmailCount, StatusListDefinition, StatusListPage, StatusRecords, StatusRow, StatusView } from './status-records'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

interface BulkStatusProps<Status extends string, View> {
  /** What the rows are, for example 'orders'. */
  noun: string
  statuses: readonly Status[]
  /** How many rows are selected, and whether these are all of the view. */
  count: number
  all: boolean
  chosen: ChosenRows<View>
  /** Which emails a new status sends; undefined where it sends none. */
  countEmails?: ((chosen: ChosenRows<View>, status: Status) => Promise<EmailCount>) | undefined
  /** Gives the selected rows a status. */
  change: (status: Status, sendsEmails: boolean) => Promise<{ counts: Parameters<typeof outcomeText>[0]; notices?: string[] }>
  /** Said when it could not be done (spec §8). */
  failed: string
  onDone: () => void
}

const number = new Intl.NumberFormat('en-GB')

/** '12 customers', and how many emails where somebody has several of the rows. */
const emailed = ({ emails, customers }: EmailCount) => {
  const people = customers === 1 ? '1 customer' : `${number.format(customers)} customers`
  return emails > customers ? `${people}, ${number.format(emails)} emails` : people
}

interface BulkEmailsProps {
  /** Undefined where they could not be counted. */
  found: EmailCount | undefined
  sends: boolean
  onSends: (sends: boolean) => void
}

/** Says who is written to about a new status, and leaves it out where that is wished. */
function BulkEmails({ found, sends, onSends }: BulkEmailsProps) {
  if (found?.emails === 0) return <span className="text-ink-muted">No customer is emailed</span>
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2 font-medium">
      <Checkbox checked={sends} onChange={(event) => onSends(event.target.checked)} />
      {found ? `Email ${emailed(found)}` : 'Email the customers'}
    </label>
  )
}

/** Gives the selected rows a status; says whom that writes to, and asks first where they are more than are shown. */
function BulkStatus<Status extends string, View>({
  noun,
  statuses,
  count,
  all,
  chosen,
  countEmails,
  change,
  failed,
  onDone,
}: BulkStatusProps<Status, View>) {
  const [status, setStatus] = useState<Status | ''>('')
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)
  const [sendsEmails, setSendsEmails] = useState(true)
  const asks = countEmails !== undefined && status !== '' && !saving
  const emails = useQuery({
    queryKey: ['status-emails', noun, status, chosen],
    queryFn: () => (status === '' ? undefined : countEmails?.(chosen, status)),
    enabled: asks,
    staleTime: 0,
    gcTime: 0,
  })
  const counting = asks && emails.isPending
  const told = sendsEmails && emails.data && emails.data.emails > 0 ? ` An email goes to ${emailed(emails.data)}.` : ''

  const save = async () => {
    if (status === '') return
    setSaving(true)
    try {
      const { counts, notices } = await change(status, sendsEmails)
      notifySuccess(outcomeText(counts), { reason: notices?.join(' ') })
      setStatus('')
      setSendsEmails(true)
      onDone()
    } catch (error) {
      notifyError(serverMessage(error) ?? failed, error)
    } finally {
      setSaving(false)
      setAsking(false)
    }
  }

  return (
    <>
      <SelectMenu<Status | ''>
        label="New status"
        options={[{ value: '', label: 'New status…' }, ...statuses.map((value) => ({ value, label: capitalised(value) }))]}
        value={status}
        onChange={setStatus}
        className="basis-36"
      />
      {countEmails && (
        <span role="status" className="contents">
          {counting && <span className="text-ink-muted">Counting emails…</span>}
          {asks && !counting && <BulkEmails found={emails.data} sends={sendsEmails} onSends={setSendsEmails} />}
        </span>
      )}
      <Button
        size="sm"
        disabled={status === '' || counting}
        busy={saving}
        onClick={() => {
          if (all) setAsking(true)
          else void save()
        }}
      >
        Change status
      </Button>
      {asking && status !== '' && (
        <ConfirmDialog
          title="Change all?"
          message={`All ${number.format(count)} ${noun} that match, also those on other pages, become ${capitalised(status)}.${told}`}
          confirmLabel={`Change ${number.format(count)} ${noun}`}
          cancelLabel="Cancel"
          variant="primary"
          busy={saving}
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Work on many rows at once: which are selected, and the bar that says what can be done with them. */
export function useStatusBulk<Row extends StatusRow, List extends StatusListPage<Row>>(
  { noun, statuses, name }: StatusListDefinition<Row, List>,
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
      <BulkStatus
        noun={noun.many}
        statuses={statuses}
        count={selection.count}
        all={selection.all}
        chosen={chosen}
        countEmails={records.countEmails}
        change={(next, sendsEmails) => records.saveMany(chosen, next, sendsEmails)}
        failed={recordMessages(noun).statusFailed}
        onDone={() => {
          selection.clear()
          records.onManySaved()
        }}
      />
      <ExportSelected chosen={chosen} />
    </BulkBar>
  )
  return { selection, bar }
}

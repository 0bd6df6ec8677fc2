import { useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { capitalised } from '~/lib/text'
import { BulkBar, outcomeText } from './bulk-bar'
import { SelectMenu } from './select-menu'
import { recordMessages } from '~/lib/records'
import { ExportSelected } from './export-links'
import { useSelection } from './selection'
import type { ListView } from './use-admin-list'
import type { StatusListDefinition, StatusListPage, StatusRecords, StatusRow, StatusView } from './status-records'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

interface BulkStatusProps<Status extends string> {
  /** What the rows are, for example 'orders'. */
  noun: string
  statuses: readonly Status[]
  /** How many rows are selected, and whether these are all of the view. */
  count: number
  all: boolean
  /** Gives the selected rows a status. */
  change: (status: Status) => Promise<{ counts: Parameters<typeof outcomeText>[0]; notices?: string[] }>
  /** Said when it could not be done (spec §8). */
  failed: string
  onDone: () => void
}

const number = new Intl.NumberFormat('en-GB')

/** Gives the selected rows a status; asks first where they are more than are shown. */
function BulkStatus<Status extends string>({ noun, statuses, count, all, change, failed, onDone }: BulkStatusProps<Status>) {
  const [status, setStatus] = useState<Status | ''>('')
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)

  const save = async () => {
    if (status === '') return
    setSaving(true)
    try {
      const { counts, notices } = await change(status)
      notifySuccess(outcomeText(counts), { reason: notices?.join(' ') })
      setStatus('')
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
      <Button
        size="sm"
        disabled={status === ''}
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
          message={`All ${number.format(count)} ${noun} that match, also those on other pages, become ${capitalised(status)}.`}
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
        change={(next) => records.saveMany(chosen, next)}
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

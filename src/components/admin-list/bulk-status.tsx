import { useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { onDemand } from '~/components/ui/on-demand'
import { capitalised } from '~/lib/capitalised'
import { outcomeText } from './bulk-outcome'
import { SelectMenu } from './select-menu'

const ConfirmDialog = onDemand(() => import('~/components/ui/confirm-dialog').then((module) => module.ConfirmDialog))

interface BulkStatusProps<Status extends string> {
  /** What the rows are, for example 'orders'. */
  noun: string
  statuses: readonly Status[]
  /** How many rows are selected, and whether these are all of the view. */
  count: number
  all: boolean
  /** Gives the selected rows a status. */
  change: (status: Status) => Promise<{ counts: Parameters<typeof outcomeText>[0] }>
  /** Said when it could not be done (spec §8). */
  failed: string
  onDone: () => void
}

const number = new Intl.NumberFormat('en-GB')

/** Gives the selected rows a status; asks first where they are more than are shown. */
export function BulkStatus<Status extends string>({ noun, statuses, count, all, change, failed, onDone }: BulkStatusProps<Status>) {
  const [status, setStatus] = useState<Status | ''>('')
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)

  const save = async () => {
    if (status === '') return
    setSaving(true)
    try {
      const { counts } = await change(status)
      notifySuccess(outcomeText(counts))
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

import { conflictRows } from '~/components/form/conflict'
import { ConflictView } from '~/components/form/conflict-view'
import { Modal } from '~/components/ui/modal'
import { storedStatusLabel } from '~/lib/status-labels'

interface StatusConflictProps {
  label: string
  subject: string
  base: string
  mine: string
  theirs: string
  onKeepMine: () => void
  onUseTheirs: () => void
}

/** Two people have set the status of the same row: which one stays. Closing it leaves theirs. */
export function StatusConflict({ label, subject, base, mine, theirs, onKeepMine, onUseTheirs }: StatusConflictProps) {
  const conflict = { base, mine, theirs: { values: theirs, version: 0 } }
  return (
    <Modal title="Changed by someone else" onClose={onUseTheirs}>
      <ConflictView
        subject={subject}
        rows={conflictRows(conflict, [{ label, write: storedStatusLabel }])}
        onKeepMine={onKeepMine}
        onUseTheirs={onUseTheirs}
        saving={false}
      />
    </Modal>
  )
}

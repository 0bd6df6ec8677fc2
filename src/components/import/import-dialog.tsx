import { useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { FileDrop } from './file-drop'
import { ImportProgress } from './import-progress'
import { PreviewTable } from './preview-table'
import type { ImportSession } from './session'

interface ImportDialogProps {
  /** For example 'Import Products'. */
  title: string
  session: ImportSession
  /** The columns that a file may have, those that it must have first. */
  columns: readonly string[]
  onClose: () => void
}

const number = new Intl.NumberFormat('en-GB')

/** Rows from a CSV file: choose it, see what it would do, then do all of it. */
export function ImportDialog({ title, session, columns, onClose }: ImportDialogProps) {
  const [failed, setFailed] = useState<string>()
  const { counts, sending } = session
  const rows = counts ? counts.new + counts.changed : 0

  const commit = async () => {
    setFailed(undefined)
    try {
      const applied = await session.commit()
      if (!applied) return
      notifySuccess(
        `${number.format(applied.new)} added, ${number.format(applied.changed)} changed, ${number.format(applied.unchanged)} unchanged`,
      )
      onClose()
    } catch (error) {
      setFailed(serverMessage(error) ?? 'The server could not be reached. Nothing has been imported.')
    }
  }

  return (
    <Modal title={title} onClose={onClose} className="max-w-4xl">
      <ModalBody className="flex flex-col gap-5">
        {session.failure !== undefined && !sending && <Refusal text={session.failure} />}
        {failed !== undefined && <Refusal text={failed} />}
        {sending ? (
          <ImportProgress {...sending} />
        ) : session.batchId === undefined ? (
          <FileDrop columns={columns} onFile={session.choose} />
        ) : (
          <PreviewTable session={session} />
        )}
      </ModalBody>
      <ModalFooter>
        {session.batchId !== undefined && (
          <Button variant="ghost" size="sm" onClick={session.again} className="mr-auto" disabled={session.committing}>
            Choose another file
          </Button>
        )}
        <Button variant="secondary" size="sm" onClick={onClose}>
          Cancel
        </Button>
        {counts && session.batchId !== undefined && (
          <Button size="sm" onClick={() => void commit()} busy={session.committing} disabled={counts.wrong > 0 || rows === 0}>
            Import {number.format(rows)} {rows === 1 ? 'row' : 'rows'}
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}

const Refusal = ({ text }: { text: string }) => (
  <p role="alert" className="rounded-md border border-danger-line bg-danger-soft px-4 py-3 text-sm wrap-anywhere text-danger-ink">
    {text}
  </p>
)

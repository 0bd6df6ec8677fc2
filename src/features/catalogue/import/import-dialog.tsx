import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { FileDrop } from '~/components/ui/file-drop'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { importSchemas } from '~/contracts/catalogue/imports'
import type { ImportedNoun } from '~/contracts/records'
import { capitalised } from '~/lib/text'
import { PreviewTable } from './preview-table'
import { type ImportSession, useImport } from './use-import'

interface CsvDropProps {
  columns: readonly string[]
  onFile: (file: File) => void
}

/** Takes a file, chosen or dropped. */
function CsvDrop({ columns, onFile }: CsvDropProps) {
  const help = useId()
  return (
    <>
      <FileDrop
        label="Choose a CSV file, or drop it here"
        hint="UTF-8, up to 64 MB. You see what would change before anything does."
        icon={<FileUp className="size-8 text-ink-subtle" aria-hidden="true" />}
        inputName="CSV file"
        describedBy={help}
        accept=".csv,text/csv"
        className="py-12"
        onFiles={([file]) => file && onFile(file)}
      />
      <p id={help} className="text-sm text-ink-muted">
        The first line names the columns as an export does: <span className="wrap-anywhere text-ink">{columns.join(', ')}</span>. Columns
        that are left out stay as they are.
      </p>
    </>
  )
}

const number = new Intl.NumberFormat('en-GB')
const MEGABYTE = 1024 * 1024

/** Rows from a CSV file: choose it, see what it would do, then do all of it. */
export function ImportDialog({ noun, onClose }: { noun: ImportedNoun; onClose: () => void }) {
  const session = useImport(noun)
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
      setFailed(serverMessage(error) ?? 'We could not reach the server, so nothing was imported.')
    }
  }

  return (
    <Modal title={`Import ${capitalised(noun)}`} onClose={onClose} className="max-w-4xl">
      <ModalBody className="flex flex-col gap-5">
        {session.failure !== undefined && !sending && <Refusal text={session.failure} />}
        {failed !== undefined && <Refusal text={failed} />}
        {sending ? (
          <ImportProgress {...sending} />
        ) : session.batchId === undefined ? (
          <CsvDrop columns={['id', ...Object.keys(importSchemas[noun].shape)]} onFile={session.choose} />
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

/** Progress of a file, which is checked while it is being sent. */
function ImportProgress({ name, size, sent, checked }: NonNullable<ImportSession['sending']>) {
  const share = size === 0 ? 1 : Math.min(1, sent / size)
  return (
    <div className="flex flex-col gap-3 py-8" aria-live="polite">
      <p className="font-medium wrap-anywhere text-ink">{share < 1 ? `Uploading ${name}` : `Checking ${name}`}</p>
      <progress aria-label="Progress of the import" value={share} max={1} className="h-2 w-full accent-(--accent)" />
      <p className="text-sm text-ink-muted tabular-nums">
        {(sent / MEGABYTE).toFixed(1)} of {(size / MEGABYTE).toFixed(1)} MB sent, {number.format(checked)} rows checked
      </p>
    </div>
  )
}

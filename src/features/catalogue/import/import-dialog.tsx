import { FileUp } from '~/components/icons/lucide'
import { useId, useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { FileDrop } from '~/components/ui/file-drop'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { fieldLabel, importFieldNames } from '~/contracts/office/import-fields'
import { records, type ImportedNoun } from '~/contracts/records'
import { capitalised } from '~/lib/text'
import { EarlierImports } from './earlier-imports'
import { MatchColumns } from './match-columns'
import { PreviewTable } from './preview-table'
import { type ImportSession, useImport } from './use-import'

function TableDrop({ noun, onFile }: { noun: ImportedNoun; onFile: (file: File) => void }) {
  const help = useId()
  const fields = importFieldNames[noun].filter((field) => field !== 'id').map((field) => fieldLabel(noun, field))
  return (
    <>
      <FileDrop
        label="Choose a CSV file or a workbook, or drop it here"
        hint="CSV in UTF-8 up to 64 MB, or .xlsx up to 16 MB. You see what would change before anything does."
        icon={<FileUp className="size-8 text-ink-subtle" aria-hidden="true" />}
        inputName="CSV file"
        describedBy={help}
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        className="py-12"
        onFiles={([file]) => file && onFile(file)}
      />
      <p id={help} className="text-sm text-ink-muted">
        An export of ours or a table of another program, such as Shopify, WooCommerce, Vendure, Odoo or Snipe-IT: its columns are matched
        with <span className="wrap-anywhere text-ink">{fields.join(', ')}</span>, and you can say which is which. What has no column stays
        as it is.{noun === 'users' && ' Nobody gets an email, and accounts that exist stay as they are.'}
      </p>
    </>
  )
}

const number = new Intl.NumberFormat('en-GB')
const MEGABYTE = 1024 * 1024

/** Choose a table, match its columns, preview, apply. */
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
        `${number.format(applied.new)} added, ${number.format(applied.changed)} changed, ${number.format(applied.unchanged)} unchanged${applied.leftOut ? `, ${number.format(applied.leftOut)} left out` : ''}`,
      )
      onClose()
    } catch (error) {
      setFailed(serverMessage(error) ?? 'We could not reach the server, so nothing was imported.')
    }
  }

  return (
    <Modal title={`Import ${capitalised(noun === 'users' ? 'customers' : records[noun].many)}`} onClose={onClose} className="max-w-4xl">
      <ModalBody className="flex flex-col gap-5">
        {session.failure !== undefined && !sending && <Refusal text={session.failure} />}
        {failed !== undefined && <Refusal text={failed} />}
        {sending ? (
          <ImportProgress {...sending} />
        ) : session.batchId === undefined ? (
          <>
            <TableDrop noun={noun} onFile={session.choose} />
            <EarlierImports noun={noun} />
          </>
        ) : (
          <>
            <Columns noun={noun} session={session} />
            <PreviewTable noun={noun} session={session} />
          </>
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
          <Button size="sm" onClick={() => void commit()} busy={session.committing} disabled={rows === 0 || session.matching}>
            Import {number.format(rows)} {rows === 1 ? 'row' : 'rows'}
            {counts.wrong > 0 && `, leave out ${number.format(counts.wrong)}`}
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}

/** Open if something is missing, otherwise folded. */
function Columns({ noun, session }: { noun: ImportedNoun; session: ImportSession }) {
  const { columns, fixed, missing, fileName } = session
  const [failed, setFailed] = useState<string>()
  if (!columns || !fixed || !missing) return null
  const matched = columns.filter(({ field }) => field !== null).length
  const match = async (given: Parameters<ImportSession['match']>[0]) => {
    setFailed(undefined)
    try {
      await session.match(given)
    } catch (error) {
      setFailed(serverMessage(error) ?? 'We could not reach the server, so the columns are as they were.')
    }
  }
  return (
    <>
      <p className="text-sm wrap-anywhere text-ink-muted">{fileName}</p>
      {failed !== undefined && <Refusal text={failed} />}
      <details open={missing.length > 0 || undefined} className="rounded-md border border-line px-4 py-3">
        <summary className="cursor-pointer text-sm font-medium text-ink">
          {matched} of {columns.length} columns are used
        </summary>
        <div className="pt-4">
          <MatchColumns
            // A new match starts from the server's answer.
            key={JSON.stringify([columns, fixed])}
            noun={noun}
            columns={columns}
            fixed={fixed}
            missing={missing}
            busy={session.matching}
            onMatch={(given) => void match(given)}
          />
        </div>
      </details>
    </>
  )
}

const Refusal = ({ text }: { text: string }) => (
  <p role="alert" className="rounded-md border border-danger-line bg-danger-soft px-4 py-3 text-sm wrap-anywhere text-danger-ink">
    {text}
  </p>
)

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

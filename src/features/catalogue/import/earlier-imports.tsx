import { Undo2 } from '~/components/icons/lucide'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { RelativeTime } from '~/components/admin-list/cells'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { serverMessage } from '~/components/form/server-errors'
import type { AppliedImport } from '~/contracts/office/imports'
import { records, type ImportedNoun } from '~/contracts/records'
import { trpc } from '~/trpc/client'

const number = new Intl.NumberFormat('en-GB')

/** Effect of undoing on added records. */
const removal: Record<ImportedNoun, string> = {
  products: 'Products that it added go',
  machines: 'Machines that it added go',
  users: 'Customers that it added go, unless they have claimed their account',
  units: 'Units that it added go',
  parts: 'Parts that it brought are written off, and types that it added go where nothing else is left of them',
}

/** The latest imports, each of which can be undone. */
export function EarlierImports({ noun }: { noun: ImportedNoun }) {
  const utils = trpc.useUtils()
  const earlier = trpc.imports.applied.useQuery({ noun })
  const undo = trpc.imports.undo.useMutation()
  const [asked, setAsked] = useState<AppliedImport>()
  const rows = earlier.data?.rows ?? []
  if (rows.length === 0) return null

  const run = async ({ id }: AppliedImport) => {
    try {
      const { removed, restored, kept } = await undo.mutateAsync({ batchId: id })
      notifySuccess(
        `${number.format(removed)} taken away, ${number.format(restored)} as before${kept > 0 ? `, ${number.format(kept)} changed or used since, which stay` : ''}`,
      )
    } catch (error) {
      notifyError(serverMessage(error) ?? 'We could not reach the server, so nothing was undone.', error)
    }
    setAsked(undefined)
    void utils.imports.applied.invalidate()
    void utils[noun].invalidate()
  }

  return (
    <section aria-label="Earlier imports">
      <h3 className="mb-2 text-sm font-semibold text-ink">Earlier imports</h3>
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere text-ink">{row.fileName}</p>
              <p className="text-ink-muted">
                <RelativeTime at={row.at} />
                {row.by !== null && <span className="wrap-anywhere">, {row.by}</span>}: {number.format(row.added)} added,{' '}
                {number.format(row.changed)} changed
              </p>
            </div>
            {row.undoneAt ? (
              <span className="text-ink-muted">Undone</span>
            ) : (
              <Button variant="ghost" size="sm" onClick={() => setAsked(row)} aria-label={`Undo the import of ${row.fileName}`}>
                <Undo2 className="size-4" aria-hidden="true" />
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Undo this import?"
          message={`${removal[noun]}, and ${records[noun].many} that it changed get their former values again. What somebody has changed or used since stays.`}
          confirmLabel="Undo the import"
          cancelLabel="Keep it"
          busy={undo.isPending}
          onConfirm={() => void run(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

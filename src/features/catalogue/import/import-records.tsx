import { Upload } from '~/components/icons/lucide'
import { useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'
import type { ImportedNoun } from '~/contracts/records'

const ImportDialog = onDemand(() => import('./import-dialog').then((module) => module.ImportDialog))

export function ImportRecords({ noun }: { noun: ImportedNoun }) {
  const [open, setOpen] = useState(false)
  const may = useMay()
  if (!may('imports', 'write') || !may(noun, 'write')) return null
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Upload className="size-4" aria-hidden="true" />
        Import
      </Button>
      {open && <ImportDialog noun={noun} onClose={() => setOpen(false)} />}
    </>
  )
}

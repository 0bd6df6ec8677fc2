import { Upload } from 'lucide-react'
import { useState } from 'react'
import { ImportDialog } from '~/components/import/import-dialog'
import { Button } from '~/components/ui/button'
import { importSchemas } from '~/contracts/imports'
import { useImport } from '~/trpc/use-import'

const columns = ['id', ...Object.keys(importSchemas.products.shape)]

/** The button 'Import' and the dialog behind it. */
export function ImportProducts() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Upload className="size-4" aria-hidden="true" />
        Import
      </Button>
      {open && <ImportProductsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ImportProductsDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog title="Import Products" session={useImport('products')} columns={columns} onClose={onClose} />
}

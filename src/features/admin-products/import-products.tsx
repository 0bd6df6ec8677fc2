import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { onDemand } from '~/components/ui/on-demand'

const ImportProductsDialog = onDemand(() => import('./import-products-dialog').then((module) => module.ImportProductsDialog))

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

import { ImportDialog } from '~/components/import/import-dialog'
import { importSchemas } from '~/contracts/imports'
import { useImport } from '~/trpc/use-import'

const columns = ['id', ...Object.keys(importSchemas.products.shape)]

/** The dialog behind 'Import'. */
export function ImportProductsDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog title="Import Products" session={useImport('products')} columns={columns} onClose={onClose} />
}

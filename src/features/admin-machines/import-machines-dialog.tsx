import { ImportDialog } from '~/components/import/import-dialog'
import { importSchemas } from '~/contracts/imports'
import { useImport } from '~/trpc/use-import'

const columns = ['id', ...Object.keys(importSchemas.machines.shape)]

/** The dialog behind 'Import'. */
export function ImportMachinesDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog title="Import Machines" session={useImport('machines')} columns={columns} onClose={onClose} />
}

import { useState } from 'react'
import { onDemand } from '~/components/ui/on-demand'
import { FormSkeleton } from './form-skeleton'
import { RepairFields, type RepairFormProps } from './repair-fields'
import { readStored } from './request-storage'

const StoredRepair = onDemand(() => import('./stored-repair').then((module) => module.StoredRepair), FormSkeleton)

/** Asks for a repair; a form that was left goes on. */
export function RepairForm(props: RepairFormProps) {
  const [isStored] = useState(() => readStored('repairs') !== null)
  return isStored ? <StoredRepair {...props} /> : <RepairFields {...props} stored={null} />
}

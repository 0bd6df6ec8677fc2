import { useState } from 'react'
import * as z from 'zod'
import { repairServiceIds } from '~/contracts/repair-services'
import { customerValues, readStoredRequest } from './stored-request'
import { RepairFields, type RepairFormProps, type RepairValues } from './repair-fields'

const values = z.object({
  service: z.enum(['', ...repairServiceIds]).catch(''),
  manufacturer: z.string().catch(''),
  model: z.string().catch(''),
  serialNumber: z.string().catch(''),
  issues: z.array(z.string()).catch([]),
  problemDescription: z.string().catch(''),
  isExpedited: z.boolean().catch(false),
  accessories: z.string().catch(''),
  ...customerValues,
}) satisfies z.ZodType<RepairValues>

/** The form of a repair as it was left. */
export function StoredRepair(props: RepairFormProps) {
  const [stored] = useState(() => readStoredRequest('repairs', values))
  return <RepairFields {...props} stored={stored} />
}

import type { ComponentProps } from 'react'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { refusalInput } from '~/contracts/credit/requests'

/** In a file of its own, so that the schema loads with the dialog. */
export const RefusalDialog = (props: Omit<ComponentProps<typeof ReasonDialog>, 'schema'>) => (
  <ReasonDialog {...props} schema={refusalInput} />
)

import type { ComponentProps } from 'react'
import { ReasonDialog } from '~/components/form/reason-dialog'
import { refusalInput } from '~/contracts/credit/requests'

/** Asks why credit is refused; a module of its own, because the schema is needed no sooner than the dialog. */
export const RefusalDialog = (props: Omit<ComponentProps<typeof ReasonDialog>, 'schema'>) => (
  <ReasonDialog {...props} schema={refusalInput} />
)

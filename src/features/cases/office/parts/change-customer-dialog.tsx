import { useState } from 'react'
import type * as z from 'zod'
import { saveOverOtherFields, type Stored } from '~/components/form/conflict'
import { FormDialog } from '~/components/form/form-dialog'
import { FormNote } from '~/components/form/form-note'
import { isConflict } from '~/components/form/server-errors'
import { CustomerPicker, type CustomerDraft, type CustomerSearch } from './customer-picker'

interface ChangeCustomerDialogProps<Values extends object> {
  schema: z.ZodType<Values, CustomerDraft>
  /** Whose it is, as the page has read it, with the version of the case. */
  stored: Stored<Values>
  /** The name or the address of that customer; null for a case of nobody. */
  name: string | null
  useCustomers: CustomerSearch
  /** Saves over a version; throws CONFLICT when the case has a newer one. */
  save: (values: Values, version: number) => Promise<Stored<Values>>
  /** Reads what is stored now. */
  reload: () => Promise<Stored<Values>>
  onSaved: () => void
  onFailure: (error: unknown) => void
  onClose: () => void
}

/** Gives a case to another customer: somebody who is found, or somebody new. */
export function ChangeCustomerDialog<Values extends object>({
  schema,
  stored,
  name,
  useCustomers,
  save,
  reload,
  onSaved,
  onFailure,
  onClose,
}: ChangeCustomerDialogProps<Values>) {
  const [{ base, isChanged }, setBase] = useState({ base: stored, isChanged: false })
  const submit = async (values: Values) => {
    try {
      await saveOverOtherFields({ save, reload }, values, base)
    } catch (error) {
      // Saving once more goes over what is shown then.
      if (isConflict(error)) setBase({ base: await reload(), isChanged: true })
      throw error
    }
    onSaved()
    onClose()
  }
  return (
    <FormDialog
      title="Change customer"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{ customer: {} }}
      onSubmit={submit}
      onFailure={onFailure}
      onClose={onClose}
      submitLabel="Save"
    >
      {() => (
        <>
          {isChanged && (
            <FormNote tone="warn" role="alert">
              Someone else has given this case to another customer meanwhile. Nothing has been overwritten: save again to set yours.
            </FormNote>
          )}
          <p className="text-sm wrap-anywhere text-ink-muted">{name === null ? 'No customer is known yet.' : `Now it is ${name}.`}</p>
          <CustomerPicker owner={undefined} useSearch={useCustomers} />
          {name !== null && (
            <FormNote tone="info">
              {name} keeps what was theirs until now: letters, messages, pictures and answers. The new customer sees only what follows. What
              waits for an answer ends, and store credit that is held or to come goes back. Nobody is written to.
            </FormNote>
          )}
        </>
      )}
    </FormDialog>
  )
}

import { useState } from 'react'
import type * as z from 'zod'
import { saveOverOtherFields, type Stored } from '~/components/form/conflict'
import { DirtyReport, useDiscardGuard } from '~/components/form/dirty-state'
import { Form } from '~/components/form/form'
import { FormNote } from '~/components/form/form-note'
import { isConflict } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
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
  const guard = useDiscardGuard(onClose)
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
    <Modal title="Change customer" onClose={guard.close}>
      <Form schema={schema} defaultValues={{ customer: {} }} onSubmit={submit} onFailure={onFailure}>
        {(form) => (
          <>
            <DirtyReport control={form.control} onChange={guard.setDirty} />
            <ModalBody className="flex flex-col gap-5">
              {isChanged && (
                <FormNote tone="warn" role="alert">
                  Someone else has given this case to another customer meanwhile. Nothing has been overwritten: save again to set yours.
                </FormNote>
              )}
              <p className="text-sm wrap-anywhere text-ink-muted">{name === null ? 'No customer is known yet.' : `Now it is ${name}.`}</p>
              <CustomerPicker owner={undefined} useSearch={useCustomers} />
            </ModalBody>
            <ModalFooter>
              <Button variant="secondary" onClick={guard.close}>
                Cancel
              </Button>
              <Button type="submit" busy={form.formState.isSubmitting}>
                Save
              </Button>
            </ModalFooter>
          </>
        )}
      </Form>
      {guard.question}
    </Modal>
  )
}

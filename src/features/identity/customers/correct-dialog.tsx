import { FormDialog } from '~/components/form/form-dialog'
import { FormNote } from '~/components/form/form-note'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { failureToast } from '~/components/form/use-action'
import { DescribedFields } from '~/components/form/described-fields'
import { SelectField } from '~/components/form/select-field'
import { TextField } from '~/components/form/text-field'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { addressDoubt } from '~/lib/postcode-doubt'
import { languageOptions } from '~/contracts/languages'
import { updateCustomerInput, type CustomerProfile, type UpdateCustomerInput } from '~/contracts/identity/customers'
import { trpc } from '~/trpc/client'

const addressField = { returnAddress: { label: 'Return address', kind: 'text', rows: 4, doubt: addressDoubt } } as const

const schema = updateCustomerInput.omit({ id: true, version: true })

type Fields = Omit<UpdateCustomerInput, 'id' | 'version'>

/** Stored values, which an undo restores. */
const stored = ({ fullName, phone, language, returnAddress, email }: CustomerProfile): Fields => ({
  ...{ fullName, phone, language, returnAddress },
  ...(email !== null && { email }),
})

/** Changed fields only, so that an unchanged email address is not confirmed again. */
function changes(typed: Fields, was: Fields): Fields {
  return {
    ...(typed.fullName !== was.fullName && { fullName: typed.fullName }),
    ...(typed.phone !== was.phone && { phone: typed.phone }),
    ...(typed.language !== was.language && { language: typed.language }),
    ...(typed.returnAddress !== was.returnAddress && { returnAddress: typed.returnAddress }),
    ...(typed.email !== undefined && typed.email !== was.email && { email: typed.email }),
  }
}

export function CorrectDialog({ customer, onClose }: { customer: CustomerProfile; onClose: () => void }) {
  const { userId: id, email, version } = customer
  const utils = trpc.useUtils()
  const update = trpc.customers.update.useMutation({ onSettled: () => utils.customers.invalidate() })
  const was = stored(customer)

  const undo = async (done: Fields) => {
    const fields = changes({ ...was, email: done.email === undefined ? undefined : was.email }, { ...was, ...done })
    await update
      .mutateAsync({ id, ...fields })
      .then(() => notifySuccess('Changed back'), failureToast('Failed to change the customer back'))
  }
  const submit = async (typed: Fields) => {
    const changed = changes(typed, was)
    if (Object.keys(changed).length > 0) {
      await update.mutateAsync({ id, version, ...changed })
      const asked = changed.email !== undefined && email !== null
      notifySuccess(asked ? `Saved. ${changed.email} counts once its owner has confirmed it` : 'Customer saved', {
        action: { label: 'Undo', onAction: () => void undo(changed) },
      })
    }
    onClose()
  }
  return (
    <FormDialog
      title="Correct customer"
      bodyClassName="flex flex-col gap-5"
      schema={schema}
      defaultValues={{
        fullName: was.fullName ?? '',
        phone: was.phone ?? '',
        language: was.language ?? '',
        returnAddress: was.returnAddress ?? '',
        ...(email !== null && { email }),
      }}
      onSubmit={submit}
      onFailure={(error) =>
        notifyError(
          'Failed to save the customer',
          error,
          isConflict(error) ? 'Somebody else has changed this customer. Close this and look at what is there now.' : serverMessage(error),
        )
      }
      onClose={onClose}
      submitLabel="Save"
    >
      {({ control }) => (
        <>
          <TextField control={control} name="fullName" label="Full Name" autoComplete="off" />
          <TextField control={control} name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" />
          <SelectField
            control={control}
            name="language"
            label="Language"
            options={languageOptions()}
            none="Nobody has said"
            hint="In which we speak to them. Emails and documents are in English."
          />
          {email !== null && (
            <TextField
              control={control}
              name="email"
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="off"
              hint="A new address gets an email with a link. Until its owner follows it, we write to the present one."
            />
          )}
          <DescribedFields control={control} fields={addressField} />
          <FormNote tone="info">
            The return address is for new cases, and for open ones that have none or the former one. Issued invoices keep their words.
          </FormNote>
        </>
      )}
    </FormDialog>
  )
}

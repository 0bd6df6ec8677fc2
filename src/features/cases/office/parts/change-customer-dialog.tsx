import { useState } from 'react'
import { saveOverOtherFields } from '~/components/form/conflict'
import { FormDialog } from '~/components/form/form-dialog'
import { FormNote } from '~/components/form/form-note'
import { isConflict } from '~/components/form/server-errors'
import { caseCustomerChange, type CaseCustomerChange } from '~/contracts/cases/cases'
import type { CaseNoun } from '~/contracts/case-ref'
import type { Cases } from '../kinds'
import { useCaseSave } from '../use-case'
import { CustomerPicker } from './customer-picker'

const customerOf = ({ userId }: { userId: string | null }): CaseCustomerChange => ({
  customer: { userId: userId ?? undefined, fullName: null, phone: null },
})

interface ChangeCustomerDialogProps<Noun extends CaseNoun> {
  noun: Noun
  row: Cases[Noun]
  onClose: () => void
}

export function ChangeCustomerDialog<Noun extends CaseNoun>({ noun, row, onClose }: ChangeCustomerDialogProps<Noun>) {
  const { save, reload, onSaved, onFailure } = useCaseSave(noun, row.id, customerOf)
  const name = row.customer.fullName || row.customer.email
  const stored = { values: customerOf(row), version: row.version }
  const [{ base, isChanged }, setBase] = useState({ base: stored, isChanged: false })
  const submit = async (values: CaseCustomerChange) => {
    try {
      await saveOverOtherFields({ save, reload }, values, base)
    } catch (error) {
      // A second save overwrites the version shown then.
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
      schema={caseCustomerChange}
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
              Someone else has given this case to another customer in the meantime. Nothing has been overwritten: save again to set yours.
            </FormNote>
          )}
          <p className="text-sm wrap-anywhere text-ink-muted">{name === null ? 'No customer is known yet.' : `Now it is ${name}.`}</p>
          <CustomerPicker owner={undefined} />
          {name !== null && (
            <FormNote tone="info">
              {name} keeps what was theirs until now: emails, messages, pictures and answers. The new customer sees only what follows.
              Estimates and offers without an answer end, and store credit that is held or to come goes back. We email nobody.
            </FormNote>
          )}
        </>
      )}
    </FormDialog>
  )
}

import { useRouter } from 'next/router'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod'
import type { ZodForm } from '~/components/form/form'
import { FormDialog } from '~/components/form/form-dialog'
import { CustomerPicker, type CustomerDraft, type CustomerSearch, type PickedCustomer } from './customer-picker'
import type { DeviceDraft } from './device-fields'

/** What the inputs that open a case have in common. */
type NewCaseDraft = CustomerDraft & DeviceDraft

interface NewCaseDialogProps<Draft extends NewCaseDraft, Values> {
  title: string
  schema: z.ZodType<Values, Draft>
  /** What the form begins with; read once. */
  draft: Draft
  /** The customer of the draft. */
  owner: PickedCustomer | undefined
  useCustomers: CustomerSearch
  /** Stands above the form. */
  note?: ReactNode
  /** Opens the case; answers the address of its page, to which this leads. */
  onSave: (values: Values) => Promise<string>
  onFailure: (error: unknown) => void
  onClose: () => void
  /** The parts of the form below the customer. */
  children: (form: ZodForm<Draft, Values>) => ReactNode
}

/** The dialog in which a case is opened; what was typed stays where saving fails. */
export function NewCaseDialog<Draft extends NewCaseDraft, Values>({
  title,
  schema,
  draft,
  owner,
  useCustomers,
  note,
  onSave,
  onFailure,
  onClose,
  children,
}: NewCaseDialogProps<Draft, Values>) {
  const router = useRouter()
  const [opened, setOpened] = useState(false)
  if (opened) return null
  return (
    <FormDialog
      title={title}
      className="max-w-2xl"
      bodyClassName="flex flex-col gap-6"
      schema={schema}
      defaultValues={draft}
      onSubmit={async (values) => {
        const page = await onSave(values)
        // Nothing is unsaved any more: nobody is asked before the page changes.
        flushSync(() => setOpened(true))
        // Back leads to the list, not to the dialog.
        await (router.query.add === undefined ? router.push(page) : router.replace(page))
      }}
      onFailure={onFailure}
      onClose={onClose}
      submitLabel={title.replace('New', 'Open')}
    >
      {(form) => (
        <>
          {note}
          <NewCasePart title="For whom">
            <CustomerPicker owner={owner} useSearch={useCustomers} />
          </NewCasePart>
          {children(form)}
        </>
      )}
    </FormDialog>
  )
}

/** A part of the form under its heading. */
export function NewCasePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-sm font-semibold text-ink">{title}</legend>
      {children}
    </fieldset>
  )
}

import { useRouter } from 'next/router'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod'
import type { ZodForm } from '~/components/form/form'
import { FormDialog } from '~/components/form/form-dialog'
import { failureToast } from '~/components/form/use-action'
import { notifySuccess } from '~/components/ui/notify'
import type { CaseNoun } from '~/contracts/case-ref'
import { records } from '~/contracts/records'
import { casePageOf } from '~/lib/records'
import { capitalised } from '~/lib/text'
import { useSubmission } from '~/trpc/use-submission'
import { caseKinds, caseRouters, type NewCases } from '../kinds'
import { useCaseChanged } from '../use-case'
import { CustomerPicker, type CustomerDraft, type PickedCustomer } from './customer-picker'
import type { DeviceDraft } from './device-fields'

/** Common to all inputs that open a case. */
type NewCaseDraft = CustomerDraft & DeviceDraft

interface NewCaseDialogProps<Noun extends CaseNoun, Draft extends NewCaseDraft, Values> {
  noun: Noun
  title: string
  schema: z.ZodType<Values, Draft>
  /** Initial values without a customer; read once. */
  draft: Draft
  owner: PickedCustomer | undefined
  /** Above the form. */
  note?: ReactNode
  onClose: () => void
  /** @param pick chooses the customer */
  children: (form: ZodForm<Draft, Values>, pick: (customer: PickedCustomer) => void) => ReactNode
}

export function NewCaseDialog<Noun extends CaseNoun, Draft extends NewCaseDraft, Values extends NewCases[Noun]>({
  noun,
  title,
  schema,
  draft,
  owner,
  note,
  onClose,
  children,
}: NewCaseDialogProps<Noun, Draft, Values>) {
  const router = useRouter()
  const [begun] = useState<Draft>({ ...draft, customer: owner ? { userId: owner.userId } : {} })
  const [picked, setPicked] = useState({ owner, times: 0 })
  const [opened, setOpened] = useState(false)
  const submit = useSubmission()
  const create = caseRouters[noun].create.useMutation()
  const changed = useCaseChanged(noun)
  const { one } = records[noun]
  if (opened) return null
  return (
    <FormDialog
      title={title}
      className="max-w-2xl"
      bodyClassName="flex flex-col gap-6"
      schema={schema}
      defaultValues={begun}
      onSubmit={async (values) => {
        const made = await submit((idempotencyKey) => create.mutateAsync({ ...values, idempotencyKey }))
        const number = caseKinds[noun].numberOf(made)
        changed()
        notifySuccess(`${capitalised(one)} ${number} opened`)
        // Everything is saved, so leaving the page asks nothing.
        flushSync(() => setOpened(true))
        // Back returns to the list, not to the dialog.
        const page = casePageOf(noun, number)
        await (router.query.add === undefined ? router.push(page) : router.replace(page))
      }}
      onFailure={failureToast(`Failed to save ${one}`)}
      onClose={onClose}
      submitLabel={title.replace('New', 'Open')}
    >
      {(form) => (
        <>
          {note}
          <NewCasePart title="For whom">
            <CustomerPicker key={picked.times} owner={picked.owner} />
          </NewCasePart>
          {children(form, (customer) => setPicked(({ times }) => ({ owner: customer, times: times + 1 })))}
        </>
      )}
    </FormDialog>
  )
}

export function NewCasePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-sm font-semibold text-ink">{title}</legend>
      {children}
    </fieldset>
  )
}

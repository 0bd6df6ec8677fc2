import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod'
import { ChoiceGroup } from '~/components/form/choice-group'
import { FormFooter } from '~/components/form/form-dialog'
import type { ZodForm } from '~/components/form/form'
import { EuroField } from '~/components/form/number-field'
import { ModalBody } from '~/components/ui/modal'
import { returnUnrepairedInput } from '~/contracts/cases/repair-inputs'
import { caseEmailInput } from '~/contracts/cases/estimates'
import { unrepairedReasonLabels, unrepairedReasons, type UnrepairedReason } from '~/contracts/repair-outcomes'
import { trpc } from '~/trpc/client'
import { EmailDialog } from '../parts/email-dialog'
import { StatusEmail } from '../parts/status-email'
import { useQuotes } from '../use-quotes'

const schema = caseEmailInput.extend(returnUnrepairedInput.pick({ reason: true, fee: true }).shape)
type Draft = z.input<typeof schema>
type Values = z.output<typeof schema>

const reasons = unrepairedReasons.map((value) => ({ value, label: unrepairedReasonLabels[value] }))

interface ReturnDialogProps {
  repairId: string
  /** Initial choice. */
  reason: UnrepairedReason
  onClose: () => void
}

/** Returns a device unrepaired: reason, inspection fee, and the email. */
export function ReturnDialog({ repairId: id, reason: first, onClose }: ReturnDialogProps) {
  const [asked, setAsked] = useState<Pick<Values, 'reason' | 'fee'>>({ reason: first, fee: null })
  const [sends, setSends] = useState<boolean>()
  const { succeeded, failed } = useQuotes('repairs', id)
  const { mutateAsync: give, isPending } = trpc.repairs.returnUnrepaired.useMutation()
  const preview = trpc.repairs.previewUnrepaired.useQuery(
    { id, ...asked },
    { gcTime: 0, placeholderData: keepPreviousData, enabled: !isPending },
  )
  const utils = trpc.useUtils()
  const isSent = preview.data?.recipient !== null && (sends ?? preview.data?.isEnabled ?? false)

  const submit = async ({ reason, fee, ...email }: Values, form: ZodForm<Draft, Values>) => {
    const { dirtyFields } = form.formState
    const isUsual = dirtyFields.subject !== true && dirtyFields.body !== true
    // An unedited text takes the reason and fee that were chosen last.
    const { subject, body } = isSent && isUsual ? await utils.repairs.previewUnrepaired.fetch({ id, reason, fee }, { staleTime: 0 }) : email
    await give({ id, reason, fee, email: isSent && { subject, body } })
    succeeded('Repair completed as returned unrepaired')
    onClose()
  }
  return (
    <EmailDialog
      title="Return unrepaired"
      preview={preview}
      schema={schema}
      draftOf={({ subject, body }) => ({ subject, body, reason: first, fee: '' })}
      onSubmit={submit}
      onFailure={(error) => failed(error, 'Failed to return the device')}
      onClose={onClose}
    >
      {(form, shown, close) => (
        <>
          <ModalBody className="flex flex-col gap-5">
            <Reason form={form} onChoose={(reason) => setAsked({ ...asked, reason })} />
            <div
              onBlur={() => {
                const fee = schema.shape.fee.safeParse(form.getValues('fee'))
                if (fee.success) setAsked({ ...asked, fee: fee.data })
              }}
            >
              <EuroField
                control={form.control}
                name="fee"
                label="Fee for the inspection"
                hint="Leave empty if the customer pays nothing. The fee replaces the actual work, and there is no warranty."
                min={0}
              />
            </div>
            <StatusEmail preview={shown} isSent={isSent} onSends={setSends} />
          </ModalBody>
          <FormFooter onCancel={close} busy={form.formState.isSubmitting}>
            Return unrepaired
          </FormFooter>
        </>
      )}
    </EmailDialog>
  )
}

function Reason({ form: { control, setValue }, onChoose }: { form: ZodForm<Draft, Values>; onChoose: (reason: UnrepairedReason) => void }) {
  const reason = useWatch({ control, name: 'reason' })
  return (
    <ChoiceGroup
      legend="Why it goes back"
      options={reasons}
      value={reason}
      onChange={(chosen) => {
        setValue('reason', chosen, { shouldDirty: true })
        onChoose(chosen)
      }}
    />
  )
}

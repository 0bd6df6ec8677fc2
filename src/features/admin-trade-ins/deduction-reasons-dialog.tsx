import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { DirtyReport, useDiscardGuard } from '~/components/form/dirty-state'
import { Form } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { TextField } from '~/components/form/text-field'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { IconButton } from '~/components/ui/icon-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { Skeleton } from '~/components/ui/skeleton'
import { deductionKindLabels, deductionKinds, deductionReasonInput, type DeductionReason } from '~/contracts/evaluation'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { amountText } from './use-evaluation'

const kinds = deductionKinds.map((value) => ({ value, label: deductionKindLabels[value] }))
const fields = {
  amount: { kind: 'decimal', label: 'Amount', required: true },
  explanation: { kind: 'text', label: 'Explanation for the customer', wide: true },
  isActive: { kind: 'flag', label: 'Offered' },
} as const

type ReasonDraft = z.input<typeof deductionReasonInput>
const newReason: ReasonDraft = { kind: 'fixed', label: '', explanation: '', amount: '', isActive: true }
const draftOf = ({ kind, label, explanation, amount, isActive }: DeductionReason): ReasonDraft => ({
  kind,
  label,
  explanation,
  amount: String(amount),
  isActive,
})

/** The reasons for deductions, and the form of one of them. */
export function DeductionReasonsDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<DeductionReason | 'new'>()
  if (edited === undefined) return <ReasonList onEdit={setEdited} onClose={onClose} />
  return <ReasonForm reason={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
}

function ReasonList({ onEdit, onClose }: { onEdit: (reason: DeductionReason | 'new') => void; onClose: () => void }) {
  const utils = trpc.useUtils()
  const reasons = trpc.tradeIns.deductionReasons.useQuery()
  const [removing, setRemoving] = useState<DeductionReason>()
  const remove = trpc.tradeIns.removeDeductionReason.useMutation({
    onSuccess: () => notifySuccess('Reason removed successfully'),
    onError: (error) => notifyError('Failed to remove reason', error, serverMessage(error)),
    onSettled: () => {
      setRemoving(undefined)
      void utils.tradeIns.deductionReasons.invalidate()
    },
  })
  return (
    <Modal title="Reasons for deductions" onClose={onClose} className="max-w-2xl">
      <ModalBody>
        {reasons.isPending && <Skeleton className="h-40" />}
        {reasons.isError && (
          <LoadFailure
            message="Failed to fetch reasons"
            reason={serverMessage(reasons.error)}
            onRetry={() => void reasons.refetch()}
            retrying={reasons.isFetching}
          />
        )}
        <ul aria-label="Reasons" className="divide-y divide-line">
          {reasons.data?.map((reason) => (
            <li key={reason.id} className="flex items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                <span className="font-medium wrap-anywhere text-ink">{reason.label}</span>
                <span className="block text-sm text-ink-muted">
                  {amountText(reason)}
                  {reason.kind === 'percent' && ' of the value'}
                  {reason.explanation && `: ${reason.explanation}`}
                </span>
              </span>
              {!reason.isActive && <Badge>Not offered</Badge>}
              <IconButton label={`Edit ${reason.label}`} onClick={() => onEdit(reason)}>
                <Pencil className="size-4" aria-hidden="true" />
              </IconButton>
              <IconButton label={`Delete ${reason.label}`} onClick={() => setRemoving(reason)}>
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {reasons.data?.length === 0 && <p className="text-ink-muted">No reasons found</p>}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => onEdit('new')}>
          <Plus className="size-4" aria-hidden="true" />
          Add Reason
        </Button>
      </ModalFooter>
      {removing && (
        <ConfirmDialog
          title="Delete reason?"
          message={`${removing.label} is not offered any more. Deductions that were made with it stay as they are.`}
          confirmLabel="Delete"
          cancelLabel="Cancel"
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ id: removing.id, version: removing.version })}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </Modal>
  )
}

interface ReasonFormProps {
  /** Undefined for a new one. */
  reason: DeductionReason | undefined
  onDone: () => void
}

function ReasonForm({ reason, onDone }: ReasonFormProps) {
  const guard = useDiscardGuard(onDone)
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const save = trpc.tradeIns.saveDeductionReason.useMutation({
    onSuccess: () => {
      notifySuccess('Reason saved successfully')
      onDone()
    },
    onSettled: () => utils.tradeIns.deductionReasons.invalidate(),
  })
  const onFailure = (error: unknown) => {
    const changed = 'Someone else has changed this reason meanwhile. Go back to see what it is now.'
    notifyError('Failed to save reason', error, reason && isConflict(error) ? changed : serverMessage(error))
  }
  return (
    <Modal title={reason ? 'Edit Reason' : 'Add Reason'} onClose={guard.close} className="max-w-2xl">
      <Form
        schema={deductionReasonInput}
        defaultValues={reason ? draftOf(reason) : newReason}
        onSubmit={async (values) => {
          const { id, version } = reason ?? {}
          await submit((idempotencyKey) => save.mutateAsync({ ...values, id, version, idempotencyKey }))
        }}
        onFailure={onFailure}
      >
        {(form) => (
          <>
            <DirtyReport control={form.control} onChange={guard.setDirty} />
            <ModalBody className="grid gap-5 sm:grid-cols-2">
              <TextField control={form.control} name="label" label="Reason" required autoComplete="off" className="sm:col-span-2" />
              <SelectField control={form.control} name="kind" label="Kind" options={kinds} />
              <DescribedFields control={form.control} fields={fields} />
            </ModalBody>
            <ModalFooter>
              <Button variant="secondary" onClick={guard.close}>
                Back
              </Button>
              <Button type="submit" busy={save.isPending}>
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

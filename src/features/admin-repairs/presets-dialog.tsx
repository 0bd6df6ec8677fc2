import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod'
import { DescribedFields } from '~/components/form/described-fields'
import { DirtyReport, useDiscardGuard } from '~/components/form/dirty-state'
import { Form } from '~/components/form/form'
import { SelectField } from '~/components/form/select-field'
import { isConflict, serverMessage } from '~/components/form/server-errors'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { IconButton } from '~/components/ui/icon-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { Skeleton } from '~/components/ui/skeleton'
import { lineKindLabels, lineKinds, presetInput, type Preset } from '~/contracts/estimates'
import { repairServiceIds, repairServices } from '~/contracts/repair-services'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'

const kinds = lineKinds.map((value) => ({ value, label: lineKindLabels[value] }))
const services = repairServiceIds.map((value) => ({ value, label: repairServices[value].label }))

const fields = {
  label: { kind: 'line', label: 'Description', required: true },
  price: { kind: 'euro', label: 'Price', required: true },
  quantity: { kind: 'decimal', label: 'Quantity', required: true },
  isActive: { kind: 'flag', label: 'Offered' },
} as const

type PresetDraft = z.input<typeof presetInput>
const newPreset: PresetDraft = { kind: 'labour', label: '', quantity: '1', price: '', service: '', isActive: true }
const draftOf = ({ kind, label, quantity, price, service, isActive }: Preset): PresetDraft => ({
  kind,
  label,
  quantity: String(quantity),
  price: String(price),
  service: service ?? '',
  isActive,
})

/** The presets of the lines of estimates, and the form of one of them. */
export function PresetsDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<Preset | 'new'>()
  if (edited === undefined) return <PresetList onEdit={setEdited} onClose={onClose} />
  return <PresetForm preset={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
}

function PresetList({ onEdit, onClose }: { onEdit: (preset: Preset | 'new') => void; onClose: () => void }) {
  const utils = trpc.useUtils()
  const presets = trpc.repairs.presets.useQuery()
  const [removing, setRemoving] = useState<Preset>()
  const remove = trpc.repairs.removePreset.useMutation({
    onSuccess: () => notifySuccess('Preset removed successfully'),
    onError: (error) => notifyError('Failed to remove preset', error, serverMessage(error)),
    onSettled: () => {
      setRemoving(undefined)
      void utils.repairs.presets.invalidate()
    },
  })
  return (
    <Modal title="Presets" onClose={onClose} className="max-w-2xl">
      <ModalBody>
        {presets.isPending && <Skeleton className="h-40" />}
        {presets.isError && (
          <LoadFailure
            message="Failed to fetch presets"
            reason={serverMessage(presets.error)}
            onRetry={() => void presets.refetch()}
            retrying={presets.isFetching}
          />
        )}
        <ul aria-label="Presets" className="divide-y divide-line">
          {presets.data?.map((preset) => (
            <li key={preset.id} className="flex items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1">
                <span className="font-medium wrap-anywhere text-ink">{preset.label}</span>
                <span className="block text-sm text-ink-muted">
                  {lineKindLabels[preset.kind]} · {preset.quantity.toLocaleString('en-GB')} × {formatEuro(preset.price)} ·{' '}
                  {preset.service ? repairServices[preset.service].label : 'Every service'}
                </span>
              </span>
              {!preset.isActive && <Badge>Not offered</Badge>}
              <IconButton label={`Edit ${preset.label}`} onClick={() => onEdit(preset)}>
                <Pencil className="size-4" aria-hidden="true" />
              </IconButton>
              <IconButton label={`Delete ${preset.label}`} onClick={() => setRemoving(preset)}>
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {presets.data?.length === 0 && <p className="text-ink-muted">No presets found</p>}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => onEdit('new')}>
          <Plus className="size-4" aria-hidden="true" />
          Add Preset
        </Button>
      </ModalFooter>
      {removing && (
        <ConfirmDialog
          title="Delete preset?"
          message={`${removing.label} is not offered any more. Estimates that were made with it stay as they are.`}
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

interface PresetFormProps {
  /** Undefined for a new one. */
  preset: Preset | undefined
  onDone: () => void
}

function PresetForm({ preset, onDone }: PresetFormProps) {
  const guard = useDiscardGuard(onDone)
  const utils = trpc.useUtils()
  const submit = useSubmission()
  const save = trpc.repairs.savePreset.useMutation({
    onSuccess: () => {
      notifySuccess('Preset saved successfully')
      onDone()
    },
    onSettled: () => utils.repairs.presets.invalidate(),
  })
  const onFailure = (error: unknown) => {
    const changed = 'Someone else has changed this preset meanwhile. Go back to see what it is now.'
    notifyError('Failed to save preset', error, preset && isConflict(error) ? changed : serverMessage(error))
  }
  return (
    <Modal title={preset ? 'Edit Preset' : 'Add Preset'} onClose={guard.close} className="max-w-2xl">
      <Form
        schema={presetInput}
        defaultValues={preset ? draftOf(preset) : newPreset}
        onSubmit={async (values) => {
          const { id, version } = preset ?? {}
          await submit((idempotencyKey) => save.mutateAsync({ ...values, id, version, idempotencyKey }))
        }}
        onFailure={onFailure}
      >
        {(form) => (
          <>
            <DirtyReport control={form.control} onChange={guard.setDirty} />
            <ModalBody className="grid gap-5 sm:grid-cols-2">
              <SelectField control={form.control} name="kind" label="Kind" options={kinds} />
              <SelectField control={form.control} name="service" label="Service" options={services} none="Every service" />
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

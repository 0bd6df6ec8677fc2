import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { conflictRows, type Stored } from '~/components/form/conflict'
import { ConflictView } from '~/components/form/conflict-view'
import { useDiscardGuard } from '~/components/form/use-discard-guard'
import { useVersionedSave } from '~/components/form/use-versioned-save'
import { Modal } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import type { Machine, MachineInput } from '~/contracts/machines'
import { trpc } from '~/trpc/client'
import { machineComparison } from './machine-comparison'
import { MachineForm, sayMachineFailure } from './machine-form'
import { MachineHistory } from './machine-history'
import { machineWords } from './machine-words'

/** What the form edits, apart from what the server keeps. */
function toStored({ id: _id, version, createdAt: _createdAt, updatedAt: _updatedAt, ...values }: Machine): Stored<MachineInput> {
  return { values, version }
}

/** The dialog behind a row's 'Edit …'. */
export function EditMachineDialog({ machine, onClose }: { machine: Machine; onClose: () => void }) {
  const guard = useDiscardGuard(onClose)
  const utils = trpc.useUtils()
  const update = trpc.machines.update.useMutation()
  const [base, setBase] = useState(() => toStored(machine))
  // A field that was emptied again must count as unchanged: no notes are empty text to the form.
  const draft = useMemo(() => ({ ...base.values, notes: base.values.notes ?? '' }), [base])

  const { saveOver, conflict, keepMine, useTheirs, dismiss } = useVersionedSave<MachineInput>({
    save: async (values, version) => toStored(await update.mutateAsync({ ...values, id: machine.id, version })),
    reload: async () => toStored(await utils.machines.byId.fetch({ id: machine.id }, { staleTime: 0 })),
    onStored: (now, how) => {
      void utils.machines.list.invalidate()
      void utils.audit.history.invalidate({ subjectType: 'machine', subjectId: machine.id })
      if (how === 'taken over') {
        setBase(now)
      } else {
        notifySuccess(machineWords.updated)
        onClose()
      }
    },
  })

  /** From the comparison back to the form, which takes the focus. */
  const form = useRef<HTMLDivElement>(null)
  const backBy = (leave: () => void) => () => {
    flushSync(leave)
    form.current?.focus()
  }

  return (
    <Modal title="Edit Machine" onClose={conflict ? backBy(dismiss) : guard.close} className="max-w-2xl">
      {/* The form stays mounted behind the comparison: closing that leads back to what was typed. */}
      <div ref={form} tabIndex={-1} hidden={conflict !== undefined} className="outline-none">
        <MachineForm
          values={draft}
          onSave={(values) => saveOver(values, base)}
          onDirty={guard.setDirty}
          onCancel={guard.close}
          saving={update.isPending}
        >
          <MachineHistory id={machine.id} />
        </MachineForm>
      </div>
      {conflict && (
        <ConflictView
          subject="this machine"
          rows={conflictRows(conflict, machineComparison)}
          onKeepMine={() => void keepMine().catch(sayMachineFailure)}
          onUseTheirs={backBy(useTheirs)}
          saving={update.isPending}
        />
      )}
      {guard.question}
    </Modal>
  )
}

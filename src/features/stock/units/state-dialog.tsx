import { useState } from 'react'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { movesByHand, type Unit, unitStateWords } from '~/contracts/stock/units'
import type { UnitState } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { unitMessages } from './unit-columns'

/** Consequences that the state's text does not mention. */
const also: Partial<Record<UnitState, string>> = {
  sold: ' For one that was sold elsewhere: the company no longer owns it.',
}

/** Manual moves only: cases, refurbishing and sale move units by themselves. */
export function StateDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const utils = trpc.useUtils()
  const [state, setState] = useState<UnitState>()
  const update = useAction(trpc.units.update.useMutation({ onSettled: () => utils.units.invalidate() }), {
    done: (now) => `${now.unitNumber} is ${unitStateWords[now.state].label.toLowerCase()}`,
    failed: unitMessages.saveFailed,
  })
  const save = async () => {
    if (await update.run({ id: unit.id, version: unit.version, state })) onClose()
  }
  return (
    <Modal title="Change state" onClose={onClose} className="max-w-md">
      <ModalBody className="flex flex-col gap-4">
        <p className="text-sm text-ink-muted">
          {unit.unitNumber} is {unitStateWords[unit.state].label.toLowerCase()}. Cases, refurbishing and sale change it by themselves.
        </p>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">New state</legend>
          {movesByHand(unit).map((each) => (
            <label
              key={each}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border border-line px-4 py-2.5 text-sm has-checked:border-accent-line has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="state"
                value={each}
                checked={state === each}
                onChange={() => setState(each)}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-medium text-ink">{unitStateWords[each].label}</span>
                <span className="block text-ink-muted">
                  {unitStateWords[each].about}
                  {also[each]}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={state === undefined} busy={update.busy} onClick={() => void save()}>
          Save
        </Button>
      </ModalFooter>
    </Modal>
  )
}

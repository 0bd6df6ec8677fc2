import { keepPreviousData } from '@tanstack/react-query'
import { useRouter } from 'next/router'
import { useDeferredValue, useState } from 'react'
import { failureToast, useAction } from '~/components/form/use-action'
import { SuggestField } from '~/components/form/suggest-field'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifySuccess } from '~/components/ui/notify'
import { type Unit, unitName } from '~/contracts/stock/units'
import { unitPageOf } from '~/lib/records'
import { trpc, withoutBatch } from '~/trpc/client'

const MOST_OFFERED = 8

/** Merges a unit into the record of the same machine, found by number, serial number or model. */
export function MergeDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const router = useRouter()
  const utils = trpc.useUtils()
  const [text, setText] = useState('')
  const [keep, setKeep] = useState<Unit>()
  const search = useDeferredValue(text.trim())
  const enabled = search.length > 1
  const found = trpc.units.list.useQuery({ search, limit: MOST_OFFERED }, { ...withoutBatch, enabled, placeholderData: keepPreviousData })
  const offered = (enabled ? (found.data?.rows ?? []) : []).filter(({ id, mergedInto }) => id !== unit.id && mergedInto === null)
  const merge = trpc.units.merge.useMutation({ onSettled: () => utils.units.invalidate() })
  const save = () => {
    if (!keep) return
    merge.mutate(
      { keep: keep.id, merge: unit.id },
      {
        onSuccess: (kept) => {
          notifySuccess(`${unit.unitNumber} was merged into ${kept.unitNumber}`)
          onClose()
          void router.push(unitPageOf(kept.unitNumber))
        },
        onError: failureToast(`${unit.unitNumber} was not merged`),
      },
    )
  }
  return (
    <Modal title={`Merge ${unit.unitNumber}`} onClose={onClose} className="max-w-lg">
      <ModalBody className="flex flex-col gap-4">
        <p className="text-sm text-ink-muted">
          Where this machine turns out to be one that has a record already. Its history is read with that of the record that is kept, whose
          state, owner and location stay. It can be taken out again.
        </p>
        {keep ? (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface-muted px-4 py-3">
            <p className="min-w-0 text-sm">
              <span className="block font-medium text-ink">{keep.unitNumber} is kept</span>
              <span className="block wrap-anywhere text-ink-muted">{[unitName(keep), keep.serialNumber].filter(Boolean).join(' · ')}</span>
            </p>
            <Button variant="secondary" size="sm" onClick={() => setKeep(undefined)}>
              Choose another
            </Button>
          </div>
        ) : (
          <SuggestField
            label="Record that is kept"
            placeholder="Number, serial number or model"
            text={text}
            onText={setText}
            options={offered.map((each) => ({
              key: each.id,
              label: each.unitNumber,
              detail: [unitName(each), each.serialNumber].filter(Boolean).join(' · '),
            }))}
            onChoose={({ key }) => setKeep(offered.find(({ id }) => id === key))}
            takesFocus
            none={enabled && found.isFetched && !found.isFetching ? 'No other unit matches' : ''}
          />
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!keep} busy={merge.isPending} onClick={save}>
          Merge
        </Button>
      </ModalFooter>
    </Modal>
  )
}

export function UnmergeButton({ unit: { id, unitNumber } }: { unit: Pick<Unit, 'id' | 'unitNumber'> }) {
  const utils = trpc.useUtils()
  const unmerge = useAction(trpc.units.unmerge.useMutation({ onSettled: () => utils.units.invalidate() }), {
    done: `${unitNumber} is a record of its own again`,
    failed: `${unitNumber} stays merged`,
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={unmerge.busy}
      onClick={() => void unmerge.run({ id })}
      aria-label={`Take ${unitNumber} out again`}
    >
      Take out again
    </Button>
  )
}

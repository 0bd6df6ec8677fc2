import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { takeBackKinds } from '~/contracts/stock/order-lines'
import { trpc } from '~/trpc/client'
import { useSaleChanges } from './use-sale-changes'

type Kind = (typeof takeBackKinds)[number]

const words: Record<Kind, { label: string; about: string; done: string }> = {
  returned: {
    label: 'Returned',
    about:
      'Its buyer has sent it back. It is the company’s again, and waits to be looked at. The order can be sent another one, or the same.',
    done: 'Taken back as returned',
  },
  not_sent: {
    label: 'Not sent',
    about: 'It never left: the dispatch was a mistake. It is listed again.',
    done: 'Listed again',
  },
}

interface TakeBackDialogProps {
  id: string
  unitNumber: string
  onClose: () => void
}

export function TakeBackDialog({ id, unitNumber, onClose }: TakeBackDialogProps) {
  const [kind, setKind] = useState<Kind>()
  const [location, setLocation] = useState('')
  const { done, failed } = useSaleChanges()
  const take = trpc.units.takeBack.useMutation()
  const save = async () => {
    if (kind === undefined) return
    try {
      const { notices } = await take.mutateAsync({ id, as: kind, ...(location.trim() !== '' && { location }) })
      done(words[kind].done, unitNumber, notices?.join(' '))
      onClose()
    } catch (error) {
      failed('Failed to take the unit back', error, unitNumber)
    }
  }
  return (
    <Modal title={`Take back ${unitNumber}`} onClose={onClose} className="max-w-md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <ModalBody className="flex flex-col gap-4">
          <fieldset className="flex flex-col gap-2">
            <legend className="sr-only">How it comes back</legend>
            {takeBackKinds.map((each) => (
              <label
                key={each}
                className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border border-line px-4 py-2.5 text-sm has-checked:border-accent-line has-checked:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="kind"
                  value={each}
                  checked={kind === each}
                  onChange={() => setKind(each)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span>
                  <span className="block font-medium text-ink">{words[each].label}</span>
                  <span className="block text-ink-muted">{words[each].about}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <label className="flex flex-col gap-1.5 text-sm font-medium text-ink">
            Location
            <input
              value={location}
              maxLength={200}
              autoComplete="off"
              placeholder="Shelf B3"
              onChange={(event) => setLocation(event.target.value)}
              className="field font-normal sm:text-sm"
            />
            <span className="font-normal text-ink-subtle">Empty: as it was</span>
          </label>
        </ModalBody>
        <ModalFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={kind === undefined} busy={take.isPending}>
            Take back
          </Button>
        </ModalFooter>
      </form>
    </Modal>
  )
}

import Image from 'next/image'
import { useState } from 'react'
import { formatDate } from '~/lib/date-text'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Checkbox } from '~/components/ui/checkbox'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { MOST_PASSPORT_PICTURES, type PictureChoice, type UnitPassports } from '~/contracts/stock/passports'
import { trpc } from '~/trpc/client'
import { PassportView } from './passport-view'

interface IssueDialogProps {
  unitId: string
  data: UnitPassports
  mayWrite: boolean
  onClose: () => void
}

export function IssueDialog({ unitId, data: { issued, preview, pictures }, mayWrite, onClose }: IssueDialogProps) {
  const utils = trpc.useUtils()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const issue = useAction(trpc.units.issuePassport.useMutation({ onSettled: () => utils.units.invalidate() }), {
    done: 'The passport was issued',
    failed: 'The passport was not issued',
  })
  const replaces = issued.some(({ revokedAt }) => revokedAt === null)
  const send = async () => {
    if (await issue.run({ id: unitId, pictures: [...chosen] })) onClose()
  }
  return (
    <Modal title={mayWrite ? 'Issue a passport' : 'Preview of the passport'} onClose={onClose} className="max-w-3xl">
      <ModalBody className="flex flex-col gap-5">
        <p className="text-sm text-ink-muted">
          Everybody who has its address, which stands on the label, reads what follows. It names no owner, no price and no pool.
          {replaces && ' The passport that counts now is revoked with it: print a new label.'}
        </p>
        {mayWrite && pictures.length > 0 && <Choices pictures={pictures} chosen={chosen} onChange={setChosen} />}
        <PassportView content={preview} />
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          {mayWrite ? 'Cancel' : 'Close'}
        </Button>
        {mayWrite && (
          <Button busy={issue.busy} onClick={() => void send()}>
            Issue
          </Button>
        )}
      </ModalFooter>
    </Modal>
  )
}

interface ChoicesProps {
  pictures: readonly PictureChoice[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Chosen pictures become public. */
function Choices({ pictures, chosen, onChange }: ChoicesProps) {
  const isFull = chosen.length >= MOST_PASSPORT_PICTURES
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-ink">Pictures for everybody</legend>
      <p className="mt-1 text-sm text-ink-muted">
        At most {MOST_PASSPORT_PICTURES}. Choose none that shows an address, a name or the inside of another machine.
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {pictures.map(({ id, name, caseNumber, createdAt, thumbnailAddress }) => {
          const isChosen = chosen.includes(id)
          return (
            <li key={id}>
              <label className="flex h-full cursor-pointer flex-col overflow-hidden rounded-lg border border-line has-checked:border-accent-line has-checked:bg-accent-soft">
                {thumbnailAddress !== null && (
                  <Image
                    src={thumbnailAddress}
                    alt=""
                    width={200}
                    height={150}
                    className="aspect-4/3 w-full bg-surface-strong object-cover"
                  />
                )}
                <span className="flex items-start gap-2 p-2 text-xs">
                  <Checkbox
                    checked={isChosen}
                    disabled={!isChosen && isFull}
                    onChange={() => onChange(isChosen ? chosen.filter((each) => each !== id) : [...chosen, id])}
                  />
                  <span className="min-w-0 wrap-anywhere text-ink">
                    {name}
                    <span className="block text-ink-muted">
                      {caseNumber}, {formatDate(createdAt)}
                    </span>
                  </span>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

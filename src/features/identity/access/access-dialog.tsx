import { useState } from 'react'
import { useAction } from '~/components/form/use-action'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import type { Scope } from '~/contracts/identity/api-keys'
import type { User } from '~/contracts/identity/users'
import { trpc } from '~/trpc/client'
import { whoIs } from '~/features/identity/users/user-messages'
import { PresetFields } from './preset-fields'

export function AccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const utils = trpc.useUtils()
  const [scopes, setScopes] = useState<Scope[] | null>(user.scopes)
  const who = whoIs(user)
  const save = useAction(trpc.users.updateScopes.useMutation({ onSettled: () => utils.users.invalidate() }), {
    done: `Access of ${who} saved`,
    failed: 'Failed to save the access',
  })
  const submit = async () => {
    if (await save.run({ userId: user.userId, scopes, version: user.version })) onClose()
  }

  return (
    <Modal title={`What ${who} may do`} onClose={onClose} className="max-w-2xl">
      <ModalBody className="flex flex-col gap-5">
        <PresetFields value={scopes} onChange={setScopes} />
        <p className="text-sm text-ink-muted">It applies from their next action, and to the API keys that they have made.</p>
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void submit()} busy={save.busy}>
          Save access
        </Button>
      </ModalFooter>
    </Modal>
  )
}

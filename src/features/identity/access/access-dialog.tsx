import { useState } from 'react'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { Scope } from '~/contracts/identity/api-keys'
import type { User } from '~/contracts/identity/users'
import { trpc } from '~/trpc/client'
import { whoIs } from '~/features/identity/users/user-messages'
import { PresetFields } from './preset-fields'

/** Limits an administrator to parts of the back office. */
export function AccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const utils = trpc.useUtils()
  const save = trpc.users.updateScopes.useMutation({ onSettled: () => utils.users.invalidate() })
  const [scopes, setScopes] = useState<Scope[] | null>(user.scopes)
  const who = whoIs(user)

  const submit = async () => {
    try {
      await save.mutateAsync({ userId: user.userId, scopes, version: user.version })
      notifySuccess(`Access of ${who} saved`)
      onClose()
    } catch (error) {
      notifyError('Failed to save the access', error, serverMessage(error))
    }
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
        <Button onClick={() => void submit()} busy={save.isPending}>
          Save access
        </Button>
      </ModalFooter>
    </Modal>
  )
}

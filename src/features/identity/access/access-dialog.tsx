import { useState } from 'react'
import { ChoiceGroup } from '~/components/form/choice-group'
import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import type { Scope } from '~/contracts/identity/api-keys'
import type { User } from '~/contracts/identity/users'
import { trpc } from '~/trpc/client'
import { ScopeFields } from './scope-fields'

/** A person at the bench: cases and catalogue, no credit, no roles. */
const benchScopes: Scope[] = [
  'repairs:write',
  'tradeIns:write',
  'cases:write',
  'products:read',
  'machines:read',
  'units:write',
  'models:read',
  'parts:read',
  'audit:read',
  'views:write',
]

/** Limits an administrator to parts of the back office. */
export function AccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const utils = trpc.useUtils()
  const save = trpc.users.updateScopes.useMutation({ onSettled: () => utils.users.invalidate() })
  const [isLimited, setLimited] = useState(user.scopes !== null)
  const [scopes, setScopes] = useState<Scope[]>(user.scopes ?? benchScopes)

  const submit = async () => {
    try {
      await save.mutateAsync({ userId: user.userId, scopes: isLimited ? scopes : null, version: user.version })
      notifySuccess(`Access of ${user.email} saved`)
      onClose()
    } catch (error) {
      notifyError('Failed to save the access', error, serverMessage(error))
    }
  }

  return (
    <Modal title={`What ${user.email} may do`} onClose={onClose} className="max-w-2xl">
      <ModalBody className="flex flex-col gap-5">
        <ChoiceGroup
          legend="Access"
          options={[
            { value: 'all', label: 'Everything', detail: 'Roles and access too.' },
            { value: 'limited', label: 'Only some parts', detail: 'Never roles nor access.' },
          ]}
          value={isLimited ? 'limited' : 'all'}
          onChange={(chosen) => setLimited(chosen === 'limited')}
        />
        {isLimited && <ScopeFields legend="Parts of the back office" value={scopes} onChange={setScopes} />}
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

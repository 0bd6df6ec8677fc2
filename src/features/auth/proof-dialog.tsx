import { serverMessage } from '~/components/form/server-errors'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Modal, ModalBody } from '~/components/ui/modal'
import { Skeleton } from '~/components/ui/skeleton'
import { trpc } from '~/trpc/client'
import { FactorAnswer } from './factor-answer'
import { PasswordAnswer } from './password-answer'

interface ProofDialogProps {
  onProven: () => void
  onCancel: () => void
}

/** Asks whoever is signed in to prove it: by a code where the account has a second factor, else by the password. */
export function ProofDialog({ onProven, onCancel }: ProofDialogProps) {
  const factors = trpc.auth.mfa.factors.useQuery(undefined, { staleTime: 0 })
  const verified = (factors.data ?? []).filter(({ status }) => status === 'verified')
  return (
    <Modal title="Confirm that it is you" onClose={onCancel} className="max-w-md">
      <ModalBody className="flex flex-col gap-5">
        {!factors.data && factors.isError && (
          <LoadFailure
            message="Your second factors could not be loaded"
            reason={serverMessage(factors.error)}
            onRetry={() => void factors.refetch()}
            retrying={factors.isFetching}
          />
        )}
        {!factors.data && !factors.isError && <Skeleton className="h-28 w-full" />}
        {factors.data && verified.length === 0 && <PasswordAnswer onProven={onProven} onCancel={onCancel} />}
        {verified.length > 0 && (
          <FactorAnswer
            factors={verified}
            reason="It has been a while since you gave a code. Please enter one to go on."
            title={(words) => <p className="text-ink-muted">{words}</p>}
            onProven={onProven}
          >
            <Button variant="ghost" size="sm" onClick={onCancel}>
              Cancel
            </Button>
          </FactorAnswer>
        )}
      </ModalBody>
    </Modal>
  )
}

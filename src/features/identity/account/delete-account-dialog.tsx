import { Form } from '~/components/form/form'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { deleteAccountInput, type AccountEnd } from '~/contracts/identity/own-data'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'
import { SectionState, sayFailure } from './account-section'

/** Asks before the account goes: what prevents it, what is lost, and what stays. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const end = trpc.account.end.useQuery(undefined, { staleTime: 0 })
  const isPrevented = end.data && (end.data.obstacleCount > 0 || end.data.isLastAdmin || end.data.heldCredit > 0 || end.data.isCreditMoving)
  return (
    <Modal title="Delete my account" onClose={onClose}>
      {end.data && !isPrevented ? (
        <Question credit={end.data.credit} auditDays={end.data.auditDays} onClose={onClose} />
      ) : (
        <>
          <ModalBody>
            {end.data ? <Prevented end={end.data} /> : <SectionState query={end} failure="We could not check your account" />}
          </ModalBody>
          <ModalFooter>
            <Button variant="secondary" onClick={onClose} data-autofocus>
              Keep my account
            </Button>
          </ModalFooter>
        </>
      )}
    </Modal>
  )
}

function Prevented({ end: { obstacles, obstacleCount, isLastAdmin, heldCredit, isCreditMoving } }: { end: AccountEnd }) {
  return (
    <div className="flex flex-col gap-3 text-ink-muted">
      <p className="font-medium text-ink">Your account cannot be deleted yet.</p>
      {isLastAdmin && <p>You are the only administrator of this shop. Make somebody else an administrator first.</p>}
      {isCreditMoving && <p>Some of your store credit is on its way to the shop or back.</p>}
      {heldCredit > 0 && !isCreditMoving && <p>A payment holds {formatEuro(heldCredit)} of your store credit.</p>}
      {obstacleCount > 0 && (
        <>
          <p>These are still open:</p>
          <ul className="list-disc pl-5">
            {obstacles.map(({ kind, number }) => (
              <li key={`${kind} ${number}`} className="wrap-anywhere">
                {kind} {number}
              </li>
            ))}
            {obstacleCount > obstacles.length && <li>and {obstacleCount - obstacles.length} more</li>}
          </ul>
        </>
      )}
    </div>
  )
}

const DAYS_OF_YEAR = 365
/** '7 years' of 2557 days. */
const durationText = (days: number) => (days < DAYS_OF_YEAR ? `${days} days` : `${Math.floor(days / DAYS_OF_YEAR)} years`)

interface QuestionProps extends Pick<AccountEnd, 'credit' | 'auditDays'> {
  onClose: () => void
}

function Question({ credit, auditDays, onClose }: QuestionProps) {
  const remove = trpc.account.delete.useMutation()
  return (
    <Form
      schema={deleteAccountInput}
      defaultValues={{ email: '' }}
      onSubmit={async (input) => {
        await remove.mutateAsync(input)
        // A full load: nothing of the account stays in this page.
        window.location.assign(paths.home)
      }}
      onFailure={(error) => sayFailure('Account not deleted', error)}
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <ModalBody className="flex flex-col gap-3 text-ink-muted">
            <p>
              Your profile, password, second factors, messages and newsletter subscription go at once, and every device is signed out.
              Pictures that you sent us go after 30 days.
            </p>
            <p>What stays:</p>
            <ul className="list-disc pl-5">
              <li>
                Orders, repairs and trade-ins for 7 years, as the law requires, without your name and address. What you wrote into forms
                about a machine stays with its repair or trade-in.
              </li>
              <li>The entries of your store credit for as long, with your email address in those that you made yourself.</li>
              <li>
                Our log of who changed what for {durationText(auditDays)}: your email address and network address beside what you did
                yourself. Your name, address and phone number in what was changed give way to the words ‘A deleted account’ at once.
              </li>
              <li>
                For 32 days, fingerprints of your name, address and phone number, so that we can remove you from anything that reaches our
                log later.
              </li>
            </ul>
            {credit > 0 && (
              <p className="font-medium text-danger-ink">
                You have {formatEuro(credit)} of store credit. It belongs to this account: nobody can spend it once the account is gone, not
                even from a new account.
              </p>
            )}
            <p>This cannot be undone. You may want to download your data first.</p>
            <TextField control={control} name="email" label="Your email address, to confirm" type="email" autoComplete="off" required />
          </ModalBody>
          <ModalFooter>
            <Button variant="secondary" onClick={onClose}>
              Keep my account
            </Button>
            <Button type="submit" variant="danger" busy={isSubmitting}>
              Delete my account
            </Button>
          </ModalFooter>
        </>
      )}
    </Form>
  )
}

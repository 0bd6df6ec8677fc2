import { useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import type * as z from 'zod'
import { Checkbox } from '~/components/ui/checkbox'
import { Form } from '~/components/form/form'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { deleteAccountInput, hasMoney, type AccountEnd, type AccountMoney } from '~/contracts/identity/own-data'
import { endSentences, keptSentences } from '~/lib/account-end'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { trpc } from '~/trpc/client'
import { SectionState, sayFailure } from './account-section'

/** Shows obstacles, what is lost and what is kept. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const end = trpc.account.end.useQuery(undefined, { staleTime: 0 })
  const isPrevented = end.data && (end.data.obstacleCount > 0 || end.data.isLastAdmin || end.data.heldCredit > 0 || end.data.isCreditMoving)
  return (
    <Modal title="Delete my account" onClose={onClose}>
      {end.data && !isPrevented ? (
        <Question end={end.data} onClose={onClose} />
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

interface QuestionProps {
  end: AccountEnd
  onClose: () => void
}

function Question({ end, onClose }: QuestionProps) {
  const utils = trpc.useUtils()
  // If the sums have changed, refetches them and asks again.
  const remove = trpc.account.delete.useMutation({ onError: () => utils.account.end.invalidate() })
  return (
    <Form
      schema={deleteAccountInput}
      defaultValues={{ email: '' }}
      onSubmit={async (input) => {
        await remove.mutateAsync(input)
        // A full load leaves nothing of the account in the page.
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
            <p>This stays, and only this:</p>
            <ul aria-label="What stays" className="list-disc pl-5">
              {keptSentences(end).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {endSentences(end).length > 0 && <Money key={JSON.stringify(moneyOf(end))} control={control} end={end} />}
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

const moneyOf = ({ owed, onAccount, credit, pending }: AccountEnd): AccountMoney => ({ owed, onAccount, credit, pending })

/** Money on both sides, and machines still here. The person confirms exactly these sums. */
function Money({
  control,
  end,
}: {
  control: Control<z.input<typeof deleteAccountInput>, unknown, z.output<typeof deleteAccountInput>>
  end: AccountEnd
}) {
  const { field, fieldState } = useController({ control, name: 'confirmed' })
  const id = useId()
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-danger-line bg-danger-soft p-3">
      {endSentences(end).map((sentence) => (
        <p key={sentence} className="font-medium text-danger-ink">
          {sentence}
        </p>
      ))}
      {hasMoney(end) && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-ink">
          <Checkbox
            name={field.name}
            onBlur={field.onBlur}
            checked={JSON.stringify(field.value) === JSON.stringify(moneyOf(end))}
            aria-describedby={fieldState.error ? id : undefined}
            aria-invalid={fieldState.invalid}
            onChange={({ target }) => field.onChange(target.checked ? moneyOf(end) : undefined)}
          />
          I have read what becomes of the money
        </label>
      )}
      <p id={id} role="alert" className="text-sm font-medium text-danger-ink empty:hidden">
        {fieldState.error?.message}
      </p>
    </div>
  )
}

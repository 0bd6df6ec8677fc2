import { CodeField } from '~/components/form/code-field'
import { Form } from '~/components/form/form'
import { FormFooter } from '~/components/form/form-dialog'
import { WaitNote, useWait } from '~/components/form/wait-note'
import { CopyText } from '~/components/ui/copy-text'
import { Modal, ModalBody } from '~/components/ui/modal'
import { type EnrolledFactor, type ListedFactor, enrollInput, verifyInput } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { freeName, sayFailure, useConfirmFactor } from './account-section'
import { useState } from 'react'
import { TextField } from '~/components/form/text-field'
import { withoutProofDialog } from '~/trpc/proof-link'

interface AppSetupProps {
  factorId: string
  totp: NonNullable<EnrolledFactor['totp']>
  onAdded: () => void
  onCancel: () => void
}

const codeInput = verifyInput.pick({ code: true })

/** In groups of four, for reading and typing. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** Shows the secret as QR code and text, and takes the first code. */
function AppSetup({ factorId, totp, onAdded, onCancel }: AppSetupProps) {
  const challenge = trpc.auth.mfa.challenge.useMutation()
  const confirm = useConfirmFactor(onAdded)
  const wait = useWait()

  return (
    <Form
      schema={codeInput}
      defaultValues={{ code: '' }}
      onSubmit={async ({ code }) => confirm(factorId, (await challenge.mutateAsync({ factorId })).id, code)}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Verification failed', error)
      }}
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <ModalBody className="flex flex-col gap-5">
            <div className="flex flex-col items-center gap-5 sm:flex-row sm:items-start">
              {/* White in every colour scheme, because apps read dark on light. */}
              <picture className="shrink-0">
                <img
                  src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(totp.qrCode)}`}
                  alt="QR code of the secret"
                  className="size-44 shrink-0 rounded-lg border border-line bg-white p-2"
                />
              </picture>
              <div className="min-w-0">
                <p className="text-ink-muted">Scan the picture with your app. Or type in this secret:</p>
                <CopyText text={totp.secret} shown={grouped(totp.secret)} label="Copy secret" className="mt-3" />
              </div>
            </div>
            <CodeField control={control} name="code" label="Code" hint="The six digits that the app shows now." />
            <WaitNote until={wait.until} />
          </ModalBody>
          <FormFooter onCancel={onCancel} busy={isSubmitting}>
            Verify
          </FormFooter>
        </>
      )}
    </Form>
  )
}

interface AddFactorProps {
  taken: readonly ListedFactor[]
  onClose: () => void
  onAdded: () => void
}

const nameInput = enrollInput.pick({ friendlyName: true })

/** Name, secret, first code. */
export function AddAppDialog({ taken, onClose, onAdded }: AddFactorProps) {
  const enroll = trpc.auth.mfa.enroll.useMutation()
  const unenroll = trpc.auth.mfa.unenroll.useMutation(withoutProofDialog)
  const [enrolled, setEnrolled] = useState<EnrolledFactor>()

  const giveUp = () => {
    // An unconfirmed factor would block its name; the server drops it later anyway.
    if (enrolled) unenroll.mutate({ factorId: enrolled.id })
    onClose()
  }

  return (
    <Modal title="Add authenticator app" onClose={giveUp}>
      {enrolled?.totp ? (
        <AppSetup factorId={enrolled.id} totp={enrolled.totp} onAdded={onAdded} onCancel={giveUp} />
      ) : (
        <Form
          schema={nameInput}
          defaultValues={{ friendlyName: freeName('Authenticator app', taken) }}
          onSubmit={async ({ friendlyName }) => setEnrolled(await enroll.mutateAsync({ friendlyName, factorType: 'totp' }))}
          onFailure={(error) => sayFailure('Not added', error)}
        >
          {({ control, formState: { isSubmitting } }) => (
            <>
              <ModalBody className="flex flex-col gap-5">
                <p className="text-ink-muted">
                  Use any app that shows six-digit codes, on your phone or computer. Give it a name that you will recognise.
                </p>
                <TextField control={control} name="friendlyName" label="Name" autoComplete="off" required />
              </ModalBody>
              <FormFooter onCancel={giveUp} busy={isSubmitting}>
                Continue
              </FormFooter>
            </>
          )}
        </Form>
      )}
    </Modal>
  )
}

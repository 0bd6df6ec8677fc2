import { useState } from 'react'
import { Form } from '~/components/form/form'
import { FormNote } from '~/components/form/form-note'
import { TextField } from '~/components/form/text-field'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { requestPasswordResetInput } from '~/contracts/account'
import { trpc } from '~/trpc/client'
import { BackButton } from './back-button'
import { sayFailure } from './auth-messages'
import { StepTitle } from './step-title'

interface ForgottenFormProps {
  email: string
  onBack: () => void
}

/** Asks for a letter with a link to a new password; the answer does not tell whether the address is known. */
export function ForgottenForm({ email, onBack }: ForgottenFormProps) {
  const request = trpc.auth.requestPasswordReset.useMutation()
  const wait = useWait()
  const [answer, setAnswer] = useState<string>()

  return (
    <Form
      schema={requestPasswordResetInput}
      defaultValues={{ email }}
      onSubmit={async (input) => {
        setAnswer(undefined)
        setAnswer((await request.mutateAsync(input)).message)
      }}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Letter Not Sent', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <StepTitle title="Reset your password">Enter your address, and we will send you a link to choose a new password.</StepTitle>
          <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="username" required />
          <WaitNote until={wait.until} />
          {answer !== undefined && (
            <FormNote tone="success" role="status">
              {answer} It works once, within an hour.
            </FormNote>
          )}
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Sending...' : 'Send reset link'}
          </Button>
          <BackButton onClick={onBack} />
        </>
      )}
    </Form>
  )
}

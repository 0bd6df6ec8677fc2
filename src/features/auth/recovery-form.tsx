import { Form } from '~/components/form/form'
import { TextField } from '~/components/form/text-field'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { recoverInput } from '~/contracts/account'
import { sayFailure } from './auth-messages'

/** Takes a recovery code in place of the device that is lost. */
export function RecoveryForm({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const wait = useWait()
  return (
    <Form
      schema={recoverInput}
      defaultValues={{ code: '' }}
      onSubmit={({ code }) => onCode(code)}
      onFailure={(error) => {
        wait.heed(error)
        sayFailure('Verification Failed', error)
      }}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <TextField control={control} name="code" label="Recovery code" autoComplete="off" spellCheck={false} required />
          <WaitNote until={wait.until} />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Verifying...' : 'Verify'}
          </Button>
        </>
      )}
    </Form>
  )
}

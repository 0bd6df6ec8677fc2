import { CodeField } from '~/components/form/code-field'
import { Form } from '~/components/form/form'
import { useWait } from '~/components/form/use-wait'
import { WaitNote } from '~/components/form/wait-note'
import { Button } from '~/components/ui/button'
import { verifyInput } from '~/contracts/account'
import { sayFailure } from './auth-messages'

interface CodeFormProps {
  hint: string
  onCode: (code: string) => Promise<void>
}

const codeInput = verifyInput.pick({ code: true })

/** Takes the six digits. */
export function CodeForm({ hint, onCode }: CodeFormProps) {
  const wait = useWait()
  return (
    <Form
      schema={codeInput}
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
          <CodeField control={control} name="code" label="Code" hint={hint} />
          <WaitNote until={wait.until} />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Verifying...' : 'Verify'}
          </Button>
        </>
      )}
    </Form>
  )
}

import { Form } from '~/components/form/form'
import { PasswordField } from '~/components/form/password-field'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { notify } from '~/components/ui/notify'
import { INVALID_CREDENTIALS, signInInput } from '~/contracts/auth'
import { SignInError, signInWithPassword } from './sign-in'

const nothingTyped = { email: '', password: '' }

function sayFailure(error: unknown) {
  const description = error instanceof SignInError ? error.message : INVALID_CREDENTIALS
  notify({ title: 'Sign In Failed', description, tone: 'danger', id: 'sign-in', cause: error })
}

/** The Sign In tab (spec §2 Sign-in). Once signed in, the screen around it leaves for the home page. */
export function SignInForm() {
  return (
    <Form
      schema={signInInput}
      defaultValues={nothingTyped}
      onSubmit={signInWithPassword}
      onFailure={sayFailure}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="username" required />
          <PasswordField control={control} name="password" label="Password" autoComplete="current-password" required />
          <Button type="submit" busy={isSubmitting} className="w-full">
            {isSubmitting ? 'Signing In...' : 'Sign In'}
          </Button>
        </>
      )}
    </Form>
  )
}

import { Form } from '~/components/form/form'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { updateProfileInput, type AccountProfile } from '~/contracts/identity/account'
import { trpc } from '~/trpc/client'
import { AccountSection, SectionState, sayDone, sayFailure } from './account-section'

/** Name and phone number. */
export function ProfileSection() {
  const profile = trpc.account.profile.useQuery()
  return (
    <AccountSection title="Your details" lead="How we address you, and where we can call you about an order or a repair.">
      {profile.data ? <ProfileForm profile={profile.data} /> : <SectionState query={profile} failure="Your details could not be loaded" />}
    </AccountSection>
  )
}

function ProfileForm({ profile }: { profile: AccountProfile }) {
  const utils = trpc.useUtils()
  const update = trpc.account.update.useMutation()
  return (
    <Form
      schema={updateProfileInput}
      defaultValues={{ fullName: profile.fullName ?? '', phone: profile.phone ?? '' }}
      onSubmit={async (input) => {
        utils.account.profile.setData(undefined, await update.mutateAsync(input))
        sayDone('Your details have been saved')
      }}
      onFailure={(error) => sayFailure('Details Not Saved', error)}
      className="flex flex-col gap-5"
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField control={control} name="fullName" label="Full Name" autoComplete="name" required />
            <TextField control={control} name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="tel" hint="Optional" />
          </div>
          <Button type="submit" size="sm" busy={isSubmitting} className="self-start">
            Save details
          </Button>
        </>
      )}
    </Form>
  )
}

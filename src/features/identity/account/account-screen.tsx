import { skipToken } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Form } from '~/components/form/form'
import { FormNote } from '~/components/form/form-note'
import { TextField } from '~/components/form/text-field'
import { Button } from '~/components/ui/button'
import { Container } from '~/components/ui/container'
import { wantToasts } from '~/components/ui/lazy-toasts'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { updateProfileInput, type AccountProfile } from '~/contracts/identity/account'
import { paths } from '~/lib/paths'
import { usePageVisible } from '~/lib/use-page-visible'
import { trpc } from '~/trpc/client'
import { AccountHeader } from './account-header'
import { AccountSection, SectionState, sayDone, sayFailure } from './account-section'

const Room = () => <Skeleton className="my-8 h-48" />
const FactorsSection = onDemand(() => import('./factors-section').then((module) => module.FactorsSection), Room)
const PasswordSection = onDemand(() => import('./password-section').then((module) => module.PasswordSection), Room)
const DevicesSection = onDemand(() => import('./devices-section').then((module) => module.DevicesSection), Room)
const EmailsSection = onDemand(() => import('./emails-section').then((module) => module.EmailsSection), Room)
const DataSection = onDemand(() => import('./data-section').then((module) => module.DataSection), Room)

/**
 * Notices at once that the session ended elsewhere: the stream is refused, and the client's link checks the session. A hidden tab gives the
 * connection up, because a browser has six for all tabs of a site, and checks when it is shown.
 */
function useSessionStream(): void {
  const isVisible = usePageVisible()
  trpc.account.onSession.useSubscription(isVisible ? undefined : skipToken)
}

interface AccountScreenProps {
  /** An administrator who has to add a second factor first. */
  mustEnroll?: boolean
}

/** A full page load, because the server decides who may see the back office. */
const enterBackOffice = () => window.location.assign(paths.admin)

export function AccountScreen({ mustEnroll = false }: AccountScreenProps) {
  useEffect(wantToasts, [])
  useSessionStream()

  return (
    <>
      <AccountHeader title="Profile and security" current={paths.profile} isOpen={!mustEnroll} />
      <Container className="py-4 sm:py-6">
        {mustEnroll ? (
          <>
            <FormNote tone="info" className="mt-4">
              Administrators of this shop need a second factor. Add one, and the admin panel opens.
            </FormNote>
            <div>
              <FactorsSection onEnrolled={enterBackOffice} />
            </div>
          </>
        ) : (
          <>
            <ProfileSection />
            <PasswordSection />
            <FactorsSection />
            <DevicesSection />
            <EmailsSection />
            <DataSection />
          </>
        )}
      </Container>
    </>
  )
}

function ProfileSection() {
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
      onFailure={(error) => sayFailure('Details not saved', error)}
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

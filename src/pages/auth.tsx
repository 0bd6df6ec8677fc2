import type { InferGetServerSidePropsType } from 'next'
import { AuthLayout } from '~/components/layouts/auth-layout'
import { AuthScreen } from '~/features/auth/auth-screen'
import { AuthSession } from '~/features/auth/auth-session'
import { guestPage } from '~/server/auth/page-guards'
import { TrpcProvider } from '~/trpc/provider'

export const getServerSideProps = guestPage

export default function AuthPage({ returnTo }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return (
    <TrpcProvider>
      <AuthSession>
        <AuthLayout title="Sign In">
          <AuthScreen returnTo={returnTo} />
        </AuthLayout>
      </AuthSession>
    </TrpcProvider>
  )
}

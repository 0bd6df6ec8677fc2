import { SessionProvider } from 'next-auth/react'
import { AuthLayout } from '~/components/layouts/auth-layout'
import { AuthScreen } from '~/features/auth/auth-screen'
import { guestPage } from '~/server/auth/page-guards'

export const getServerSideProps = guestPage

export default function AuthPage() {
  return (
    <SessionProvider>
      <AuthLayout title="Sign In">
        <AuthScreen />
      </AuthLayout>
    </SessionProvider>
  )
}

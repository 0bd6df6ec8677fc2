import type { ListedFactor } from '~/contracts/identity/account'
import { useAuth } from '~/components/auth/auth-context'
import { announce } from '~/lib/auth-events'
import { trpc } from '~/trpc/client'
import { serverMessage } from '~/components/form/server-errors'
import { notify } from '~/components/ui/notify'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { type ReactNode, useId } from 'react'
import { Card } from '~/components/ui/card'

/** 'Authenticator app', then 'Authenticator app 2'. */
export function freeName(wanted: string, taken: readonly Pick<ListedFactor, 'friendlyName'>[]): string {
  const names = new Set(taken.map(({ friendlyName }) => friendlyName))
  let name = wanted
  for (let count = 2; names.has(name); count++) name = `${wanted} ${count}`
  return name
}

/** Proves a new factor by its first code, which also raises the session. */
export function useConfirmFactor(onAdded: () => void) {
  const { reload } = useAuth()
  const verify = trpc.auth.mfa.verify.useMutation()

  return async (factorId: string, challengeId: string, code: string): Promise<void> => {
    await verify.mutateAsync({ factorId, challengeId, code })
    announce('MFA_CHALLENGE_VERIFIED')
    void reload().catch(() => undefined)
    onAdded()
  }
}

const UNREACHABLE = 'We could not reach the server. Check your connection and try again.'

export const sayFailure = (title: string, error: unknown): void =>
  notify({ title, description: serverMessage(error) ?? UNREACHABLE, tone: 'danger', id: title, cause: error })

export const sayDone = (description: string): void => notify({ title: 'Success', description, tone: 'success' })

interface SectionStateProps {
  /** Of a section without data yet. */
  query: { error: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown }
  failure: string
}

export function SectionState({ query, failure }: SectionStateProps) {
  if (query.isError) {
    return <LoadFailure message={failure} query={query} />
  }
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-9 w-32" />
    </div>
  )
}

interface AccountSectionProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** Heading on the left, controls on the right; stacked on phones. */
export function AccountSection({ title, lead, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-4 border-t border-line py-8 first:border-t-0 lg:grid-cols-[17rem_1fr]">
      <div>
        <h2 id={id} className="text-lg font-semibold text-ink">
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-muted">{lead}</p>
      </div>
      <Card className="min-w-0">{children}</Card>
    </section>
  )
}

import { useSignOut } from '~/components/auth/sign-out'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { trpc } from '~/trpc/client'
import { FactorAnswer } from './factor-answer'
import { StepTitle } from './step-parts'

/** After the password, until the second factor is proven (requirements §6). */
export function CodeStep() {
  const factors = trpc.auth.mfa.factors.useQuery()
  const { busy: leaving, signOut } = useSignOut()

  return (
    <div className="flex flex-col gap-5">
      <FactorAnswer
        factors={(factors.data ?? []).filter(({ status }) => status === 'verified')}
        reason="Your account asks for a code as well."
        title={(words) => (
          <>
            <StepTitle title="Two-step verification">{words}</StepTitle>
            {factors.isError && !factors.data && <LoadFailure message="Your second factors could not be loaded" query={factors} />}
            {factors.isPending && <Skeleton className="h-28 w-full" />}
          </>
        )}
      >
        <Button variant="ghost" size="sm" onClick={signOut} busy={leaving}>
          Cancel
        </Button>
      </FactorAnswer>
    </div>
  )
}

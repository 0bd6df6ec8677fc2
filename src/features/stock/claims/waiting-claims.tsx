import { OfficeLink } from '~/components/admin-list/office-link'
import { DateText } from '~/components/admin-list/cells'
import { CustomerName } from '~/components/admin-list/customer-name'
import { WaitingList, type Waiting } from '~/components/admin-list/waiting-list'
import { LoadFailure } from '~/components/ui/load-failure'
import { refuseClaimForm, type WaitingClaim } from '~/contracts/stock/claims'
import { unitName } from '~/contracts/stock/units'
import { unitPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'

interface WaitingClaimsProps {
  /** Only this machine's requests. */
  unitId?: string
  mayWrite: boolean
}

/** Renders nothing if none waits. */
export function WaitingClaims({ unitId, mayWrite }: WaitingClaimsProps) {
  const utils = trpc.useUtils()
  const query = trpc.units.claims.useQuery(unitId === undefined ? {} : { unitId })
  const decide = trpc.units.decideClaim.useMutation({ onSettled: () => utils.units.invalidate() })
  if (query.isError && !query.data) return <LoadFailure message="Failed to fetch requests for machines" query={query} />

  const waiting = (query.data ?? []).map((claim): Waiting => {
    const { id, unitNumber, claimant, owner } = claim
    const name = `the request for ${unitNumber}`
    return {
      ...{ id, name, facts: <Facts claim={claim} /> },
      title: (
        <>
          {unitName(claim)}{' '}
          <OfficeLink href={unitPageOf(unitNumber)} className="underline underline-offset-4">
            {unitNumber}
          </OfficeLink>
        </>
      ),
      approve: {
        ...{ label: 'Agree', buttonName: `Agree to ${name}`, title: `Move ${unitNumber}?`, confirmLabel: 'Move the machine' },
        message: `${unitNumber} moves from ${owner?.email ?? 'nobody’s account'} to ${claimant.email}. Both get an email.`,
        send: async () => {
          await decide.mutateAsync({ id, answer: 'agree' })
          return 'The machine changed hands'
        },
        failure: 'The machine did not change hands',
      },
      refuse: {
        message: 'The machine stays where it is. Both get an email, the owner only if they were asked.',
        schema: refuseClaimForm,
        hint: 'The person who asked reads this. Do not say who the owner is.',
        send: async (note) => {
          await decide.mutateAsync({ id, answer: 'refuse', note })
          return 'The request was refused'
        },
        failure: 'The request was not refused',
      },
    }
  })
  return <WaitingList title="Requests for machines" waiting={waiting} mayDecide={mayWrite} />
}

const Facts = ({ claim }: { claim: WaitingClaim }) => (
  <>
    <p>
      Asked for by <CustomerName userId={claim.claimant.userId}>{claim.claimant.email}</CustomerName>, <DateText at={claim.createdAt} />
    </p>
    <p>
      Owner:{' '}
      {claim.owner ? (
        <CustomerName userId={claim.owner.userId}>{claim.owner.email ?? 'a customer without an email address'}</CustomerName>
      ) : (
        'nobody, their account is gone'
      )}
    </p>
    <Standing claim={claim} />
  </>
)

function Standing({ claim: { askedAt, linkUntil, needsStaff } }: { claim: WaitingClaim }) {
  if (askedAt === null) return <p className="text-warn-ink">The owner could not be asked by email. Please decide.</p>
  return (
    <p className={needsStaff ? 'text-warn-ink' : undefined}>
      The owner was asked <DateText at={askedAt} />
      {needsStaff
        ? ' and has not answered. Please decide.'
        : linkUntil && (
            <>
              , and can answer until <DateText at={linkUntil} />
            </>
          )}
    </p>
  )
}

import { serverMessage } from '~/components/form/server-errors'
import { RecordSection } from '~/components/layouts/record-page'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { LinkButton } from '~/components/ui/link-button'
import type { PublicPassport } from '~/contracts/stock/passports'
import { formatDate } from '~/lib/date-text'
import { paths } from '~/lib/paths'
import { passportPageOf } from '~/lib/record-paths'
import { trpc } from '~/trpc/client'

interface OwnerProps {
  passport: PublicPassport
  isSignedIn: boolean
}

/** Claim the machine, ask for it, or answer a request. Neither side learns who the other is. */
export function PassportOwner({ passport, isSignedIn }: OwnerProps) {
  const { code, isMine, isClaimable, mustAsk, claim, asked } = passport
  const utils = trpc.useUtils()
  const settled = { onSettled: () => utils.units.invalidate() }
  const get = trpc.units.claim.useMutation(settled)
  const release = trpc.units.release.useMutation(settled)
  const withdraw = trpc.units.withdrawClaim.useMutation(settled)
  const answer = trpc.units.answerOwnClaim.useMutation(settled)
  const failure = get.error ?? release.error ?? withdraw.error ?? answer.error
  return (
    <RecordSection title="Owner">
      <div className="flex flex-col items-start gap-3 p-5 text-sm text-ink-muted sm:px-6">
        {isMine && <Mine passport={passport} onClaim={() => get.mutate({ code })} isBusy={get.isPending} />}
        {asked.map(({ id, createdAt }) => (
          <div key={id} className="flex flex-col items-start gap-3 rounded-lg border border-warn-line bg-warn-soft p-3 text-warn-ink">
            <p>Somebody has asked for this machine on {formatDate(createdAt)}. It stays yours unless you agree.</p>
            <div className="flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" busy={answer.isPending} onClick={() => answer.mutate({ id, answer: 'refuse' })}>
                Keep it
              </Button>
              <Button variant="danger" size="sm" busy={answer.isPending} onClick={() => answer.mutate({ id, answer: 'agree' })}>
                Hand it over
              </Button>
            </div>
          </div>
        ))}
        {isMine && (
          <>
            <p>If you sell it, release it: its next owner can then claim it by this page.</p>
            <Button variant="secondary" size="sm" busy={release.isPending} onClick={() => release.mutate({ code })}>
              Release this machine
            </Button>
          </>
        )}
        {claim?.state === 'waiting' && (
          <>
            <p className="text-ink">You asked for this machine on {formatDate(claim.at)}. Your request is waiting.</p>
            <p>
              We ask its owner by email, or decide ourselves where we cannot. We email you the answer; until then the machine stays where it
              is.
            </p>
            <Button variant="secondary" size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id: claim.id })}>
              Withdraw the request
            </Button>
          </>
        )}
        {claim?.state === 'refused' && (
          <>
            <p>Your request for this machine was refused on {formatDate(claim.at)}. If you have bought it, please send us the receipt.</p>
            <LinkButton href={paths.contact} variant="secondary" size="sm">
              Write to us
            </LinkButton>
          </>
        )}
        {!isMine && claim === null && isClaimable && (
          <>
            <p>
              {mustAsk
                ? 'This machine was claimed before. If you have bought it, ask for it: we ask its owner by email, or decide ourselves where we cannot. Until then it stays where it is.'
                : 'If this machine is yours, claim it: it then stands among the devices of your account, and goes to nobody else without your word.'}
            </p>
            {isSignedIn ? (
              <Button size="sm" busy={get.isPending} onClick={() => get.mutate({ code })}>
                {mustAsk ? 'Ask for this machine' : 'Claim this machine'}
              </Button>
            ) : (
              // The server returns here after the sign-in.
              <a href={`${passportPageOf(code)}?claim`} className={buttonStyles({ size: 'sm' })}>
                {mustAsk ? 'Sign in to ask for it' : 'Sign in to claim it'}
              </a>
            )}
          </>
        )}
        {!isMine && claim === null && !isClaimable && <p>It can be claimed once it is sold and has left our workshop.</p>}
        <p role="alert" className="font-medium text-danger-ink empty:hidden">
          {failure && (serverMessage(failure) ?? 'That did not work. Please try again.')}
        </p>
      </div>
    </RecordSection>
  )
}

interface MineProps {
  passport: PublicPassport
  onClaim: () => void
  isBusy: boolean
}

function Mine({ passport: { isClaimed, isClaimable }, onClaim, isBusy }: MineProps) {
  if (isClaimed) return <p className="text-ink">This machine is yours.</p>
  if (!isClaimable) return <p className="text-ink">This machine is yours, and with us at this time.</p>
  return (
    <>
      <p className="text-ink">This machine is yours by your order. Nobody gets it without your word.</p>
      <Button size="sm" busy={isBusy} onClick={onClaim}>
        Claim this machine
      </Button>
    </>
  )
}

import { AskedFrom } from '~/components/ui/asked-from'
import { Button } from '~/components/ui/button'
import { notifyError, notifySuccess } from '~/components/ui/notify'
import { serverMessage } from '~/components/form/server-errors'
import { policyDefinitions, type PolicyPage, type PolicyRow } from '~/contracts/office/policies'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'

/** Higher limits that wait for a second administrator. */
export const WantedLimits = ({ page }: { page: PolicyPage }) =>
  page.rows.map((row) => row.wanted && <Waiting key={row.name} row={row} wanted={row.wanted} />)

function Waiting({ row: { name, value }, wanted }: { row: PolicyRow; wanted: NonNullable<PolicyRow['wanted']> }) {
  const utils = trpc.useUtils()
  const approve = trpc.policies.approve.useMutation()
  const refuse = trpc.policies.refuse.useMutation()
  const { label } = policyDefinitions[name]
  const decide = async (decision: typeof approve, said: string) => {
    try {
      utils.policies.all.setData(undefined, await decision.mutateAsync({ name, wanted: wanted.value }))
      notifySuccess(said)
      void utils.audit.history.invalidate({ subjectType: 'policies', subjectId: 'policies' })
    } catch (error) {
      notifyError('Failed to decide on the limit', error, serverMessage(error))
      void utils.policies.all.invalidate()
    }
  }
  const isBusy = approve.isPending || refuse.isPending
  return (
    <section aria-label={`${label} that waits`} className="flex flex-col gap-3 rounded-lg border border-warn-line bg-warn-soft p-4">
      <p className="text-sm font-medium text-warn-ink">
        {label}: from {formatEuro(value)} to {formatEuro(wanted.value)}, waiting for{' '}
        {wanted.isOwn ? 'another administrator' : 'a second administrator'}
      </p>
      {!wanted.isOwn && <AskedFrom by={wanted.by} isFromOwnNetwork={wanted.isFromOwnNetwork} because={null} />}
      <div className="flex flex-wrap gap-2">
        {!wanted.isOwn && (
          <Button size="sm" busy={approve.isPending} disabled={isBusy} onClick={() => void decide(approve, `${label} raised`)}>
            Approve
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          busy={refuse.isPending}
          disabled={isBusy}
          onClick={() => void decide(refuse, 'The limit stays as it is')}
        >
          {wanted.isOwn ? 'Take it back' : 'Refuse'}
        </Button>
      </div>
    </section>
  )
}

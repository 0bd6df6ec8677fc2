import { KeyRound } from '~/components/icons/lucide'
import { useState } from 'react'
import { DateText, useMay } from '~/components/admin-list/cells'
import { RecordSection, TABLE_IN_SECTION } from '~/components/layouts/record-page'
import { useAction } from '~/components/form/use-action'
import { Badge, type Tone } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import type { ApiKey, KeyState } from '~/contracts/identity/api-keys'
import { trpc } from '~/trpc/client'
import { scopesText } from './scope-fields'

const NewKeyDialog = onDemand(() => import('./new-key-dialog').then((module) => module.NewKeyDialog))

const states: Record<KeyState, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  ended: { label: 'Ended', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'danger' },
}

export function ApiKeys() {
  const utils = trpc.useUtils()
  const mayWrite = useMay()('keys', 'write')
  const keys = trpc.keys.list.useQuery()
  const revoke = useAction(trpc.keys.revoke.useMutation({ onSettled: () => utils.keys.invalidate() }), {
    failed: 'Failed to revoke the API key',
  })
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<ApiKey>()

  const end = async ({ id, name }: ApiKey) => {
    await revoke.run({ id }, `API key '${name}' revoked`)
    setEnding(undefined)
  }

  return (
    <RecordSection
      title="API keys"
      actions={
        <Button size="sm" disabled={!mayWrite} onClick={() => setMaking(true)}>
          <KeyRound className="size-4" aria-hidden="true" />
          New API key
        </Button>
      }
    >
      <div className={`flex flex-col gap-3 ${TABLE_IN_SECTION}`}>
        {keys.data ? (
          keys.data.length === 0 ? (
            <p className="pt-4 text-sm text-ink-muted sm:px-3">No API keys yet.</p>
          ) : (
            <EntryTable
              label="API keys"
              rows={keys.data}
              rowId={({ id }) => id}
              columns={[
                {
                  header: 'Key',
                  cell: ({ name, prefix }) => (
                    <>
                      <span className="block font-medium wrap-anywhere">{name}</span>
                      <code className="font-mono text-xs text-ink-muted">{prefix}…</code>
                    </>
                  ),
                },
                {
                  header: 'May do',
                  inBlock: 'opened',
                  cell: ({ scopes, withheld, createdBy, state }) => (
                    <span className="block max-w-md text-ink-muted">
                      {scopesText(scopes)}
                      {state === 'active' && withheld.length > 0 && (
                        <span className="mt-1 block text-xs">
                          Not now, because {createdBy} may not do as much: {scopesText(withheld)}
                        </span>
                      )}
                    </span>
                  ),
                },
                { header: 'From', inBlock: 'opened', cell: ({ networks }) => (networks.length === 0 ? 'Everywhere' : networks.join(', ')) },
                {
                  header: 'Made',
                  inBlock: 'opened',
                  cell: ({ createdAt, createdBy }) => (
                    <>
                      <DateText at={createdAt} />
                      <span className="block text-xs wrap-anywhere text-ink-muted @2xl:min-w-36">{createdBy}</span>
                    </>
                  ),
                },
                {
                  header: 'Last used',
                  inBlock: 'opened',
                  cell: ({ lastUsedAt, usedFrom }) =>
                    lastUsedAt ? (
                      <>
                        <DateText at={lastUsedAt} />
                        <span className="block text-xs wrap-anywhere text-ink-muted">{usedFrom.join(', ')}</span>
                      </>
                    ) : (
                      'Never'
                    ),
                },
                {
                  header: 'State',
                  cell: (key) => (
                    <>
                      <Badge tone={states[key.state].tone}>{states[key.state].label}</Badge>
                      {key.state === 'active' && key.expiresAt && (
                        <span className="mt-1 block text-xs text-ink-muted">
                          until <DateText at={key.expiresAt} />
                        </span>
                      )}
                    </>
                  ),
                },
                {
                  header: 'Actions',
                  align: 'end',
                  wide: true,
                  inBlock: 'opened',
                  cell: (key) =>
                    key.state === 'active' && (
                      <>
                        <Button
                          variant="secondary"
                          size="sm"
                          aria-label={`Revoke ${key.name}`}
                          disabled={!mayWrite || key.whyNotRevoke !== null}
                          onClick={() => setEnding(key)}
                        >
                          Revoke
                        </Button>
                        {mayWrite && key.whyNotRevoke !== null && (
                          <span className="mt-1 block text-xs whitespace-normal text-ink-muted @xl:ml-auto @xl:max-w-56">
                            {key.whyNotRevoke}
                          </span>
                        )}
                      </>
                    ),
                },
              ]}
            />
          )
        ) : keys.isError ? (
          <LoadFailure message="The API keys could not be loaded" query={keys} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        <div className="flex flex-col gap-2 sm:px-3">
          <p className="text-sm text-ink-muted">
            A program sends its key as <code className="font-mono">Authorization: Bearer KEY</code>. It acts for the person who made the
            key, can do no more than they can, and stops working when they lose their role.
          </p>
          {!mayWrite && <p className="text-sm text-ink-muted">Your access does not include making or revoking API keys.</p>}
        </div>
      </div>
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} />}
      {ending && (
        <ConfirmDialog
          title={`Revoke '${ending.name}'?`}
          message="The key stops working at once. You cannot undo this: the program will need a new key."
          confirmLabel="Revoke"
          cancelLabel="Cancel"
          busy={revoke.busy}
          onConfirm={() => void end(ending)}
          onCancel={() => setEnding(undefined)}
        />
      )}
    </RecordSection>
  )
}

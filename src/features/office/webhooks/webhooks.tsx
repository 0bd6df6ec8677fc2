import { Webhook as WebhookIcon } from '~/components/icons/lucide'
import { useState } from 'react'
import { DateText, useMay } from '~/components/admin-list/cells'
import { RecordSection, TABLE_IN_SECTION } from '~/components/layouts/record-page'
import { useAction } from '~/components/form/use-action'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { EntryTable } from '~/components/ui/entry-table'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import { webhookEvents, type Webhook } from '~/contracts/office/webhooks'
import { trpc } from '~/trpc/client'

const WebhookDialog = onDemand(() => import('./webhook-dialog').then((module) => module.WebhookDialog))
const RotateDialog = onDemand(() => import('./webhook-dialog').then((module) => module.RotateDialog))
const LogDialog = onDemand(() => import('./log-dialog').then((module) => module.LogDialog))

type Asked = { what: 'log' | 'change' | 'rotate' | 'remove'; webhook: Webhook } | { what: 'new' }

function State({ isEnabled, disabledBecause, failingSince, formerUntil }: Webhook) {
  return (
    <>
      {!isEnabled ? (
        <Badge tone="danger">Disabled</Badge>
      ) : (
        <Badge tone={failingSince ? 'warn' : 'success'}>{failingSince ? 'Failing' : 'Active'}</Badge>
      )}
      {disabledBecause !== null && <span className="mt-1 block max-w-56 text-xs text-ink-muted">{disabledBecause}</span>}
      {isEnabled && failingSince && (
        <span className="mt-1 block text-xs text-ink-muted">
          since <DateText at={failingSince} />
        </span>
      )}
      {formerUntil && (
        <span className="mt-1 block text-xs text-ink-muted">
          old secret until <DateText at={formerUntil} />
        </span>
      )}
    </>
  )
}

/** Programs that are notified of changes. */
export function Webhooks() {
  const utils = trpc.useUtils()
  const mayWrite = useMay()('webhooks', 'write')
  const webhooks = trpc.webhooks.list.useQuery()
  const onSettled = () => utils.webhooks.invalidate()
  const update = useAction(trpc.webhooks.update.useMutation({ onSettled }), { failed: 'Failed to change the webhook' })
  const remove = useAction(trpc.webhooks.remove.useMutation({ onSettled }), {
    done: 'Webhook removed',
    failed: 'Failed to remove the webhook',
  })
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)

  const setEnabled = ({ id, version }: Webhook, isEnabled: boolean) =>
    update.run({ id, version, isEnabled }, isEnabled ? 'Webhook enabled' : 'Webhook disabled')
  const end = async ({ id }: Webhook) => {
    await remove.run({ id })
    close()
  }

  const actionsOf = (webhook: Webhook) => {
    const mayRead = webhook.whyNotChange === null
    const mayChange = mayWrite && mayRead
    const toggle = webhook.isEnabled ? 'Disable' : 'Enable'
    const ask = (what: 'log' | 'change' | 'rotate' | 'remove') => () => setAsked({ what, webhook })
    return [
      { label: 'Log', name: 'Log of', isAllowed: mayRead, onChoose: ask('log') },
      { label: 'Change', name: 'Change', isAllowed: mayChange, onChoose: ask('change') },
      { label: 'New secret', name: 'New secret for', isAllowed: mayChange, onChoose: ask('rotate') },
      {
        label: toggle,
        name: toggle,
        isAllowed: mayChange,
        isBusy: update.busy,
        onChoose: () => void setEnabled(webhook, !webhook.isEnabled),
      },
      { label: 'Remove', name: 'Remove', isAllowed: mayWrite && webhook.whyNotRemove === null, onChoose: ask('remove') },
    ]
  }

  return (
    <RecordSection
      title="Webhooks"
      actions={
        <Button size="sm" disabled={!mayWrite} onClick={() => setAsked({ what: 'new' })}>
          <WebhookIcon className="size-4" aria-hidden="true" />
          New webhook
        </Button>
      }
    >
      <div className={`flex flex-col gap-3 ${TABLE_IN_SECTION}`}>
        {webhooks.data ? (
          webhooks.data.length === 0 ? (
            <p className="pt-4 text-sm text-ink-muted sm:px-3">No webhooks yet.</p>
          ) : (
            <EntryTable
              label="Webhooks"
              rows={webhooks.data}
              rowId={({ id }) => id}
              columns={[
                { header: 'Address', cell: ({ url }) => <span className="block max-w-xs font-mono text-xs wrap-anywhere">{url}</span> },
                {
                  header: 'Told of',
                  inBlock: 'opened',
                  cell: ({ events }) => (
                    <span className="block max-w-sm text-ink-muted">{events.map((event) => webhookEvents[event].label).join(', ')}</span>
                  ),
                },
                {
                  header: 'Made',
                  inBlock: 'opened',
                  cell: ({ createdAt, createdBy }) => (
                    <>
                      <DateText at={createdAt} />
                      <span className="block text-xs wrap-anywhere text-ink-muted">
                        {createdBy === null ? 'Nobody answers for it' : `${createdBy} answers for it`}
                      </span>
                    </>
                  ),
                },
                { header: 'State', cell: (webhook) => <State {...webhook} /> },
                {
                  header: 'Actions',
                  align: 'end',
                  wide: true,
                  inBlock: 'opened',
                  cell: (webhook) => (
                    <>
                      <span className="flex flex-wrap gap-2 @xl:ml-auto @xl:max-w-52 @xl:justify-end @4xl:max-w-80">
                        {actionsOf(webhook).map(({ label, name, isAllowed, isBusy = false, onChoose }) => (
                          <Button
                            key={label}
                            variant="secondary"
                            size="sm"
                            aria-label={`${name} ${webhook.url}`}
                            disabled={!isAllowed}
                            busy={isBusy}
                            onClick={onChoose}
                          >
                            {label}
                          </Button>
                        ))}
                      </span>
                      {webhook.whyNotChange !== null && (
                        <span className="mt-1 block text-xs whitespace-normal text-ink-muted @xl:ml-auto @xl:max-w-52">
                          {webhook.whyNotChange}
                        </span>
                      )}
                    </>
                  ),
                },
              ]}
            />
          )
        ) : webhooks.isError ? (
          <LoadFailure message="The webhooks could not be loaded" query={webhooks} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        <div className="flex flex-col gap-2 sm:px-3">
          <p className="text-sm text-ink-muted">
            A webhook tells a program of changes as they happen: type, id, version and time, signed as{' '}
            <a href="https://www.standardwebhooks.com" className="underline" target="_blank" rel="noreferrer">
              Standard Webhooks
            </a>{' '}
            says. If delivery fails, we try again for 24 hours.
          </p>
          {!mayWrite && <p className="text-sm text-ink-muted">Your access does not include changing webhooks.</p>}
        </div>
      </div>
      {asked?.what === 'new' && <WebhookDialog onClose={close} />}
      {asked?.what === 'change' && <WebhookDialog webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'rotate' && <RotateDialog webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'log' && <LogDialog webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'remove' && (
        <ConfirmDialog
          title="Remove this webhook?"
          message={`${asked.webhook.url} will no longer be told of changes, and its log will be removed too.`}
          confirmLabel="Remove"
          cancelLabel="Cancel"
          busy={remove.busy}
          onConfirm={() => void end(asked.webhook)}
          onCancel={close}
        />
      )}
    </RecordSection>
  )
}

import { useState } from 'react'
import { RelativeTime, useMay, useNow } from '~/components/admin-list/cells'
import { FormNote } from '~/components/form/form-note'
import { Plus, Pencil, Trash2 } from '~/components/icons/lucide'
import { RecordSection, TABLE_IN_SECTION } from '~/components/layouts/record-page'
import { ScreenHeader } from '~/components/layouts/screen-header'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { EntryTable, type EntryColumn } from '~/components/ui/entry-table'
import { IconButton } from '~/components/ui/icon-button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { exactRateText } from '~/contracts/catalogue/exact-rate'
import { isStale } from '~/contracts/catalogue/network'
import type { NetworkPage, StoredCoin } from '~/contracts/catalogue/network-inputs'
import { trpc } from '~/trpc/client'
import { AssumptionsSection } from './assumptions-section'
import { AddCoinDialog, EditCoinDialog, RemoveCoinDialog } from './network-dialogs'

type Open = { dialog: 'edit' | 'remove'; coin: StoredCoin } | { dialog: 'add' }

const workOf = ({ networkHashrate, difficulty }: StoredCoin) =>
  networkHashrate === null ? `difficulty ${difficulty ?? ''}` : exactRateText(networkHashrate)

/** The feed's state and its faults. */
function Feed({ feed }: Pick<NetworkPage, 'feed'>) {
  if (feed === null)
    return (
      <p className="text-sm text-ink-muted">
        Figures are typed here. With <code>NETWORK_API_URL</code> in the environment they are fetched once a day instead.
      </p>
    )
  return (
    <>
      <p className="text-sm text-ink-muted">
        Figures are fetched once a day from {feed.host}:{' '}
        {feed.fetchedAt ? (
          <>
            last <RelativeTime at={feed.fetchedAt} />.
          </>
        ) : (
          'never yet.'
        )}{' '}
        What is typed here counts for 48 hours before fetched figures of that coin replace it.
      </p>
      {feed.failure !== null && (
        <FormNote tone="danger">
          The last question
          {feed.triedAt && (
            <>
              {' '}
              (<RelativeTime at={feed.triedAt} />)
            </>
          )}{' '}
          brought nothing: {feed.failure}. It is asked again an hour later.
        </FormNote>
      )}
    </>
  )
}

function Coins({ page, onOpen }: { page: NetworkPage; onOpen: (open: Open) => void }) {
  const now = useNow()
  const mayWrite = useMay()('network', 'write')
  if (page.coins.length === 0)
    return (
      <p className="pt-4 text-sm text-ink-muted sm:px-3">
        There are no figures: pages say nothing of what machines earn. Add a coin, such as BTC.
      </p>
    )
  const columns: EntryColumn<StoredCoin>[] = [
    {
      header: 'Coin',
      cell: ({ coin, name, mergedWith }: StoredCoin) => (
        <>
          <span className="block font-medium">
            {name} ({coin})
          </span>
          {mergedWith !== null && <span className="block text-xs text-ink-subtle">comes with {mergedWith}</span>}
        </>
      ),
    },
    { header: 'Algorithm', inBlock: 'opened', cell: ({ algorithm }: StoredCoin) => algorithm },
    {
      header: 'Network',
      inBlock: 'opened',
      cell: (coin: StoredCoin) => <span className="wrap-anywhere tabular-nums">{workOf(coin)}</span>,
    },
    { header: 'Block', inBlock: 'opened', cell: ({ blockReward, blockSeconds }: StoredCoin) => `${blockReward} every ${blockSeconds} s` },
    { header: 'EUR for one', cell: ({ price }: StoredCoin) => <span className="tabular-nums">{price}</span> },
    {
      header: 'As of',
      cell: ({ at, source }: StoredCoin) => (
        <>
          <RelativeTime at={new Date(at)} className="block" />
          <span className="block text-xs text-ink-subtle">{source}</span>
          {isStale(at, now.getTime()) && <Badge tone="warn">Too old: not shown</Badge>}
        </>
      ),
    },
    ...(mayWrite
      ? [
          {
            header: 'Actions',
            inBlock: 'opened' as const,
            cell: (coin: StoredCoin) => (
              <span className="flex gap-1">
                <IconButton label={`Edit ${coin.name}`} onClick={() => onOpen({ dialog: 'edit', coin })}>
                  <Pencil className="size-4" aria-hidden="true" />
                </IconButton>
                <IconButton label={`Remove ${coin.name}`} onClick={() => onOpen({ dialog: 'remove', coin })}>
                  <Trash2 className="size-4" aria-hidden="true" />
                </IconButton>
              </span>
            ),
          },
        ]
      : []),
  ]
  return <EntryTable label="Figures of networks" columns={columns} rows={page.coins} rowId={({ coin }) => coin} />
}

/** Figures behind the estimates on public pages. */
export function NetworkScreen() {
  const network = trpc.network.all.useQuery()
  const mayWrite = useMay()('network', 'write')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ScreenHeader title="Network Figures" subtitle="Public pages estimate the earnings of machines from these" dense />
      {network.isError && <LoadFailure message="Failed to load the figures" query={network} />}
      {network.isPending && <Skeleton className="h-96" />}
      {network.data && (
        <div className="flex max-w-5xl flex-col gap-6">
          <RecordSection
            title="Coins"
            actions={
              mayWrite && (
                <Button size="sm" onClick={() => setOpen({ dialog: 'add' })}>
                  <Plus className="size-4" aria-hidden="true" />
                  Add coin
                </Button>
              )
            }
          >
            <div className={`flex flex-col gap-3 ${TABLE_IN_SECTION}`}>
              <Coins page={network.data} onOpen={setOpen} />
              <div className="flex flex-col gap-3 sm:px-3">
                <Feed feed={network.data.feed} />
                <p className="text-sm text-ink-muted">
                  Figures that are older than {network.data.staleHours} hours are not shown: pages then say since when there are none.
                </p>
              </div>
            </div>
          </RecordSection>
          <AssumptionsSection page={network.data} />
        </div>
      )}
      {open?.dialog === 'add' && <AddCoinDialog onClose={close} />}
      {open?.dialog === 'edit' && <EditCoinDialog coin={open.coin} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveCoinDialog coin={open.coin} onClose={close} />}
    </>
  )
}

import { OfficeButton, OfficeLink } from '~/components/admin-list/office-link'
import { ForWriters } from '~/components/admin-list/for-writers'
import { keepPreviousData } from '@tanstack/react-query'
import { Calculator, Download, PackagePlus, Pencil, Plus, Truck } from '~/components/icons/lucide'
import { useMemo, useState } from 'react'
import type { ListColumn } from '~/components/admin-list/columns'
import { InlineEdit } from '~/components/admin-list/inline-edit'
import { DetailsLink } from '~/components/admin-list/row-link'
import { LazyRowMenu } from '~/components/admin-list/lazy-row-menu'
import { ListScreen } from '~/components/admin-list/list-screen'
import { useAdminList } from '~/components/admin-list/use-admin-list'
import { useAddDialog, useDetails } from '~/components/admin-list/use-dialogs'
import { adminPaths } from '~/components/layouts/admin-nav'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { buttonStyles } from '~/components/ui/button-styles'
import { onDemand } from '~/components/ui/on-demand'
import {
  isToReorder,
  partKindLabels,
  partKinds,
  partTypeInput,
  partTypeListInput,
  type PartType,
  type PartTypeSort,
} from '~/contracts/stock/part-types'
import { formatDay } from '~/lib/instant'
import { formatEuro } from '~/lib/money'
import { trpc } from '~/trpc/client'
import { partTypeMessages, typeValues, usePartChanges } from './use-part-changes'

const AddTypeDialog = onDemand(() => import('./type-dialogs').then((module) => module.AddTypeDialog))
const EditTypeById = onDemand(() => import('./type-dialogs').then((module) => module.EditTypeById))
const CountDialog = onDemand(() => import('./type-dialogs').then((module) => module.CountDialog))
const OrdersDialog = onDemand(() => import('./orders-dialog').then((module) => module.OrdersDialog))
const ReceiveDialog = onDemand(() => import('./receive-dialog').then((module) => module.ReceiveDialog))

const kindOptions = partKinds.map((value) => ({ value, label: partKindLabels[value] }))
const choices = [{ key: 'kind', label: 'Filter by kind', all: 'All Kinds', options: kindOptions }]
const sorts: Record<PartTypeSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  stock: 'Stock, low to high',
  '-stock': 'Stock, high to low',
}
const flags = [
  { key: 'stock', value: 'reorder', label: 'To reorder' },
  { key: 'stock', value: 'free', label: 'In stock' },
  { key: 'stock', value: 'none', label: 'Out of stock' },
]

const number = new Intl.NumberFormat('en-GB')

const checkLevel = (typed: string) => {
  const parsed = partTypeInput.shape.reorderPoint.safeParse(typed)
  return parsed.success ? undefined : parsed.error.issues[0]?.message
}

interface TypeActions {
  onOpen: (id: string) => void
  onCount: (type: PartType) => void
  onReceive: (type: PartType) => void
  onOrders: (type: PartType) => void
  /** False after a failure. */
  onReorderPoint: (type: PartType, typed: string) => Promise<boolean>
}

/** Keys 'name' and 'stock' are the procedure's sorts. */
const typeColumns = ({ onOpen, onCount, onReceive, onOrders, onReorderPoint }: TypeActions): ListColumn<PartType>[] => [
  {
    id: 'name',
    header: 'Part type',
    sort: 'ascending',
    card: 'title',
    cell: (type) => (
      <>
        <span className="block pr-11 @3xl:pr-0">
          <DetailsLink id={type.id} onOpen={() => onOpen(type.id)}>
            {type.name || 'No name'}
          </DetailsLink>
          {!type.isActive && (
            <>
              {' '}
              <Badge tone="neutral">Inactive</Badge>
            </>
          )}
        </span>
        <span className="block text-xs wrap-anywhere text-ink-subtle">{[type.sku, type.fits.join(', ')].filter(Boolean).join(' · ')}</span>
      </>
    ),
  },
  { id: 'kind', header: 'Kind', card: 'half', cell: ({ kind }) => partKindLabels[kind] },
  {
    id: 'stock',
    header: 'In stock',
    sort: 'ascending',
    card: 'half',
    brief: 'named',
    cell: (type) => (
      <span className="flex flex-wrap items-center gap-2">
        <OfficeLink
          href={`${adminPaths.parts}?type=${type.id}`}
          aria-label={`${number.format(type.inStock)} in stock: show the parts of ${type.name}`}
          className="relative z-1 font-medium text-ink tabular-nums underline underline-offset-4"
        >
          {number.format(type.inStock)}
        </OfficeLink>
        {isToReorder(type) && <Badge tone="warn">Reorder</Badge>}
      </span>
    ),
  },
  {
    id: 'reserved',
    header: 'Reserved',
    card: 'half',
    cell: ({ reserved }) => <span className="tabular-nums">{number.format(reserved)}</span>,
  },
  {
    id: 'onOrder',
    header: 'On order',
    card: 'half',
    brief: 'named',
    cell: (type) =>
      type.onOrder === 0 ? (
        ''
      ) : (
        <button
          type="button"
          onClick={() => onOrders(type)}
          aria-label={`${number.format(type.onOrder)} on order of ${type.name}`}
          className="relative z-1 text-left text-ink underline underline-offset-4"
        >
          <span className="tabular-nums">{number.format(type.onOrder)}</span>
          {type.expectedOn !== null && <span className="block text-xs text-ink-muted">{formatDay(type.expectedOn)}</span>}
        </button>
      ),
  },
  {
    id: 'reorderPoint',
    header: 'Reorder point',
    card: 'half',
    cell: (type) => (
      <InlineEdit
        of="parts"
        label={`Reorder point of ${type.name}`}
        value={type.reorderPoint === null ? '' : String(type.reorderPoint)}
        check={checkLevel}
        onSave={(typed) => onReorderPoint(type, typed)}
      >
        {type.reorderPoint === null ? <span className="text-ink-subtle">Not set</span> : number.format(type.reorderPoint)}
      </InlineEdit>
    ),
  },
  { id: 'level', header: 'Stock level', card: 'half', cell: ({ stockLevel }) => (stockLevel === null ? '' : number.format(stockLevel)) },
  { id: 'cost', header: 'Cost', align: 'end', card: 'half', cell: ({ cost }) => (cost === null ? '' : formatEuro(cost)) },
  { id: 'price', header: 'Price', align: 'end', card: 'half', cell: ({ price }) => (price === null ? '' : formatEuro(price)) },
  {
    id: 'actions',
    header: 'Actions',
    align: 'end',
    card: 'corner',
    cell: (type) => (
      <ForWriters of="parts">
        <LazyRowMenu
          label={`More actions for ${type.name}`}
          actions={[
            { label: 'On order', icon: Truck, onChoose: () => onOrders(type) },
            { label: 'Receive parts', icon: PackagePlus, onChoose: () => onReceive(type) },
            { label: 'Count', icon: Calculator, onChoose: () => onCount(type) },
            { label: 'Edit', icon: Pencil, onChoose: () => onOpen(type.id) },
          ]}
        />
      </ForWriters>
    ),
  },
]

export function PartTypesScreen() {
  const view = useAdminList(partTypeListInput)
  const types = trpc.parts.types.useQuery(view.input, { placeholderData: keepPreviousData })
  const [adding, setAdding] = useAddDialog()
  const details = useDetails()
  const [counting, setCounting] = useState<PartType>()
  const [receiving, setReceiving] = useState<PartType>()
  const [ordering, setOrdering] = useState<PartType>()
  const { done, failed } = usePartChanges()
  const { mutateAsync: update } = trpc.parts.updateType.useMutation()
  const columns = useMemo(
    () =>
      typeColumns({
        onOpen: details.open,
        onCount: setCounting,
        onReceive: setReceiving,
        onOrders: setOrdering,
        onReorderPoint: async (type, reorderPoint) => {
          try {
            await update({ ...typeValues(type), id: type.id, version: type.version, reorderPoint })
            done(partTypeMessages.updated, type.name)
            return true
          } catch (error) {
            failed(error, type.name)
            return false
          }
        },
      }),
    [details.open, update, done, failed],
  )
  return (
    <>
      <ListScreen
        title="Part types"
        subtitle="What the shop keeps of each spare part, and when to order it again"
        actions={
          <div className="flex flex-wrap gap-2">
            <OfficeButton href={adminPaths.parts} variant="secondary" size="sm">
              Parts
            </OfficeButton>
            <a href="/api/export/part-types.csv?stock=reorder" download className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
              <Download className="size-4" aria-hidden="true" />
              Reorder list
            </a>
            <ForWriters of="parts">
              <Button size="sm" onClick={() => setAdding(true)}>
                <Plus className="size-4" aria-hidden="true" />
                Add part type
              </Button>
            </ForWriters>
          </div>
        }
        noun="part types"
        messages={partTypeMessages}
        query={types}
        view={view}
        sorts={sorts}
        flags={flags}
        choices={choices}
        columns={columns}
        list={types.data}
        firstStep="Add the first one with the button above."
      />
      {adding && <AddTypeDialog onClose={() => setAdding(false)} />}
      {details.id !== undefined && <EditTypeById key={details.id} id={details.id} onClose={details.close} />}
      {counting && <CountDialog type={counting} onClose={() => setCounting(undefined)} />}
      {ordering && <OrdersDialog type={ordering} onClose={() => setOrdering(undefined)} />}
      {receiving && <ReceiveDialog type={receiving} onClose={() => setReceiving(undefined)} />}
    </>
  )
}

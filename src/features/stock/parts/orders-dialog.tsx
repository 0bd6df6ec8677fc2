import { useState } from 'react'
import type * as z from 'zod'
import { DisabledForReaders, ForWriters } from '~/components/admin-list/for-writers'
import { FormDialog } from '~/components/form/form-dialog'
import { EuroField, NumberField } from '~/components/form/number-field'
import { TextField } from '~/components/form/text-field'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { Skeleton } from '~/components/ui/loading'
import { Modal, ModalBody, ModalFooter } from '~/components/ui/modal'
import { onDemand } from '~/components/ui/on-demand'
import { isOpenOrder, orderPartsInput, toOrder, type PartOrder, type PartType } from '~/contracts/stock/part-types'
import { trpc } from '~/trpc/client'
import { useSubmission } from '~/trpc/use-submission'
import { usePartChanges } from './use-part-changes'

const ReceiveDialog = onDemand(() => import('./receive-dialog').then((module) => module.ReceiveDialog))

const number = new Intl.NumberFormat('en-GB')

export function OrdersDialog({ type, onClose }: { type: PartType; onClose: () => void }) {
  const orders = trpc.parts.orders.useQuery({ typeId: type.id })
  const cancel = trpc.parts.cancelOrder.useMutation()
  const update = trpc.parts.updateOrder.useMutation()
  const { done, failed } = usePartChanges()
  const [opened, setOpened] = useState<'new' | PartOrder>()
  if (opened === 'new') return <NewOrder type={type} onClose={() => setOpened(undefined)} />
  if (opened) return <ReceiveDialog type={type} order={opened} onClose={() => setOpened(undefined)} />
  const { data, isError } = orders
  return (
    <Modal title={`On order: ${type.name}`} onClose={onClose} className="max-w-xl">
      <ModalBody>
        {data === undefined ? (
          isError ? (
            <LoadFailure message="Failed to fetch the orders" query={orders} />
          ) : (
            <Skeleton className="h-24" />
          )
        ) : data.length === 0 ? (
          <p className="text-sm text-ink-muted">Nothing was ordered yet.</p>
        ) : (
          <ul className="divide-y divide-line text-sm">
            {data.map((order) => (
              <Row
                key={order.id}
                order={order}
                onReceive={() => setOpened(order)}
                onDay={({ id, version, supplier, reference, quantity, cost }, expectedOn) =>
                  update.mutateAsync({ id, version, supplier, reference, quantity, cost, expectedOn }).then(
                    () => done('Day saved', type.name),
                    (error: unknown) => failed(error, type.name),
                  )
                }
                onCancel={() =>
                  cancel.mutateAsync({ id: order.id, version: order.version }).then(
                    () => done('Order cancelled', type.name),
                    (error: unknown) => failed(error, type.name),
                  )
                }
              />
            ))}
          </ul>
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <ForWriters of="parts">
          <Button onClick={() => setOpened('new')}>Order parts</Button>
        </ForWriters>
      </ModalFooter>
    </Modal>
  )
}

interface RowProps {
  order: PartOrder
  onReceive: () => void
  /** @param day '' if unknown */
  onDay: (order: PartOrder, day: string) => Promise<void>
  onCancel: () => Promise<void>
}

function Row({ order, onReceive, onDay, onCancel }: RowProps) {
  const { supplier, reference, quantity, received, expectedOn, cancelledAt } = order
  const isOpen = isOpenOrder(order)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere text-ink">
          {number.format(quantity)} from {supplier}
          {reference !== null && <span className="font-normal text-ink-muted"> · {reference}</span>}
        </p>
        <div className="flex flex-wrap items-center gap-2 text-ink-muted">
          {cancelledAt !== null ? (
            <Badge tone="neutral">Cancelled</Badge>
          ) : isOpen ? (
            <DisabledForReaders of="parts">
              <label className="flex items-center gap-2">
                Expected
                <input
                  type="date"
                  defaultValue={expectedOn ?? ''}
                  onBlur={({ target }) => {
                    if (target.value !== (expectedOn ?? '')) void onDay(order, target.value)
                  }}
                  className="field w-auto py-1 sm:text-sm"
                />
              </label>
            </DisabledForReaders>
          ) : (
            <Badge tone="success">Complete</Badge>
          )}
          {received > 0 && <span>{number.format(received)} received</span>}
        </div>
      </div>
      {isOpen && (
        <ForWriters of="parts">
          <div className="flex gap-2">
            <Button size="sm" variant="secondary" onClick={onReceive}>
              Receive
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void onCancel()}>
              Cancel order
            </Button>
          </div>
        </ForWriters>
      )}
    </li>
  )
}

function NewOrder({ type, onClose }: { type: PartType; onClose: () => void }) {
  const submit = useSubmission()
  const order = trpc.parts.order.useMutation()
  const { done, failed } = usePartChanges()
  const draft: z.input<typeof orderPartsInput> = {
    ...{ typeId: type.id, supplier: '', reference: '', expectedOn: '', cost: '' },
    quantity: String(Math.max(1, toOrder(type))),
  }
  return (
    <FormDialog
      title={`Order ${type.name}`}
      className="max-w-lg"
      bodyClassName="grid gap-x-4 gap-y-5 sm:grid-cols-2"
      schema={orderPartsInput}
      defaultValues={draft}
      submitLabel="Save order"
      onClose={onClose}
      onSubmit={async (values) => {
        await submit((idempotencyKey) => order.mutateAsync({ ...values, idempotencyKey }))
        done('Order saved', type.name)
        onClose()
      }}
      onFailure={(error) => failed(error, type.name)}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="supplier" label="Supplier" required autoComplete="off" />
          <NumberField control={control} name="quantity" label="Quantity" step="1" min={1} />
          <TextField control={control} name="expectedOn" label="Expected on" type="date" />
          <EuroField control={control} name="cost" label="Cost of one" />
          <TextField control={control} name="reference" label="Order number" autoComplete="off" hint="The supplier’s" />
        </>
      )}
    </FormDialog>
  )
}

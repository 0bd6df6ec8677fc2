import { useRef, useState } from 'react'
import { serverErrorCode, serverMessage } from '~/components/form/server-errors'
import type { OrderLine, OrderLines } from '~/contracts/stock/order-lines'
import { trpc } from '~/trpc/client'
import { useSaleChanges } from './use-sale-changes'

export interface Scanned {
  lineId: string
  unit: { id: string; unitNumber: string; name: string; serialNumber: string | null }
}

/** A line with room left besides scanned units: the named one, or another of the same product. */
function lineWithRoom(lines: readonly OrderLine[], lineId: string, scanned: readonly Scanned[]): OrderLine | undefined {
  const named = lines.find(({ id }) => id === lineId)
  const others = lines.filter(({ id, product }) => id !== lineId && product !== null && product.id === named?.product?.id)
  const room = ({ id, left }: OrderLine) => left - scanned.filter((each) => each.lineId === id).length
  return [...(named ? [named] : []), ...others].find((line) => room(line) > 0)
}

/** Collects scanned or typed units, then dispatches them line by line, all units of a line or none. */
export function useScanned({ orderId, lines }: OrderLines) {
  const utils = trpc.useUtils()
  const { done, failed } = useSaleChanges()
  const dispatch = trpc.units.dispatch.useMutation()
  const [scanned, setScanned] = useState<readonly Scanned[]>([])
  const [unpaid, setUnpaid] = useState<string>()
  const [said, setSaid] = useState<{ text: string; isProblem: boolean }>()
  // One code after another, since a scanner can be faster than the answers.
  const turn = useRef(Promise.resolve(true))
  const list = useRef<readonly Scanned[]>([])
  const keep = (now: readonly Scanned[]) => {
    list.current = now
    setScanned(now)
  }
  const refuse = (text: string) => {
    setSaid({ text, isProblem: true })
    return false
  }

  const lookUp = async (code: string): Promise<boolean> => {
    try {
      const { unit, lineId, problem } = await utils.units.forOrder.fetch({ orderId, code }, { staleTime: 0 })
      if (!unit || lineId === null) return refuse(`${code}: ${problem ?? 'It cannot be dispatched for this order.'}`)
      if (list.current.some((each) => each.unit.id === unit.id)) return refuse(`${unit.unitNumber} is scanned already.`)
      const line = lineWithRoom(lines, lineId, list.current)
      if (!line) return refuse(`${unit.unitNumber} is one too many: no more of it are left to dispatch.`)
      keep([...list.current, { lineId: line.id, unit }])
      setSaid({ text: `${unit.unitNumber} scanned`, isProblem: false })
      return true
    } catch (error) {
      return refuse(`${code}: ${serverMessage(error) ?? 'It could not be looked up. Please try again.'}`)
    }
  }

  const send = async (shipUnpaid = false) => {
    setUnpaid(undefined)
    for (const lineId of new Set(list.current.map((each) => each.lineId))) {
      const going = list.current.filter((each) => each.lineId === lineId)
      try {
        const { notices } = await dispatch.mutateAsync({
          orderLineId: lineId,
          unitIds: going.map(({ unit }) => unit.id),
          ...(shipUnpaid && { shipUnpaid }),
        })
        keep(list.current.filter((each) => each.lineId !== lineId))
        done(
          going.length === 1 ? '1 unit dispatched' : `${going.length} units dispatched`,
          going.map(({ unit }) => unit.unitNumber).join(', '),
          notices?.join(' '),
        )
      } catch (error) {
        if (serverErrorCode(error) === 'payment_required') setUnpaid(serverMessage(error))
        else failed('Failed to dispatch', error)
        return
      }
    }
    setSaid(undefined)
  }

  return {
    scanned,
    said,
    isSending: dispatch.isPending,
    /** Question before units of an unpaid order are shipped. */
    unpaid,
    leave: () => setUnpaid(undefined),
    /** @returns false if the code needs another look */
    add: (code: string): Promise<boolean> => (turn.current = turn.current.then(() => lookUp(code))),
    remove: (id: string) => keep(list.current.filter(({ unit }) => unit.id !== id)),
    send,
  }
}

import { Minus, Plus } from '~/components/icons/lucide'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { IconButton } from '~/components/ui/icon-button'
import { MOST_SCANNED } from '~/contracts/stock/parts'
import type { PartState } from '~/contracts/statuses'
import { trpc } from '~/trpc/client'
import { CountFigure, CountFrame, keyOf, ThingList } from './count-parts'
import { ScanField } from './scan-field'
import { logScan } from './scan-log'
import { notFound, refused, useThings, type Thing } from './scanned-things'
import { together, useParts } from './use-recorded'

interface TypeCountProps {
  typeId: string
  onLeave: () => void
}

const isOnShelf = (state: PartState | undefined) => state === 'in_stock' || state === 'reserved'

/** Scans labelled parts, counts the others, and books the difference. */
export function TypeCount({ typeId, onLeave }: TypeCountProps) {
  const utils = trpc.useUtils()
  const type = trpc.parts.type.useQuery({ id: typeId })
  const recorded = together(useParts({ type: typeId, status: 'in_stock' }), useParts({ type: typeId, status: 'reserved' }))
  const { find } = useThings()
  const [scanned, setScanned] = useState<readonly Thing[]>([])
  const [loose, setLoose] = useState(0)
  const [isBooking, setBooking] = useState(false)
  const isScanned = (thing: Thing) => scanned.some((each) => keyOf(each) === keyOf(thing))
  const title = type.data?.name ?? 'parts'
  const expected = (type.data?.inStock ?? 0) + (type.data?.reserved ?? 0)
  // Removed or written off in the record, but on the shelf.
  const back = scanned.filter(({ part }) => !isOnShelf(part?.state))
  const counted = scanned.length + loose

  const onCode = async (code: string): Promise<boolean> => {
    try {
      const found = await find(code)
      const thing = found.find(({ part }) => part?.typeId === typeId)
      const [other] = found
      if (!thing)
        return other
          ? logScan({ title: other.number, text: `Is no ${title}: ${other.name}`, isGood: false, href: other.href })
          : notFound(code)
      const { number, href, part } = thing
      if (scanned.length >= MOST_SCANNED)
        return logScan({ title: number, text: 'Too many for one count. Book these first.', isGood: false, href })
      if (isScanned(thing)) return logScan({ title: number, text: 'Counted already', isGood: false, href })
      if (part?.installedIn)
        return logScan({
          title: number,
          text: `On record it is in ${part.installedIn.unitNumber}. Take it out there first.`,
          isGood: false,
          href,
        })
      setScanned([...scanned, thing])
      return logScan({ title: number, text: thing.location ?? 'No place', isGood: true, href })
    } catch (error) {
      return refused(code, error)
    }
  }

  const book = async () => {
    setBooking(true)
    try {
      for (const { id, version } of back) await utils.client.parts.restock.mutate({ id, version })
      const { received, writtenOff } = await utils.client.parts.count.mutate({
        typeId,
        counted,
        expected: expected + back.length,
        reason: 'Counted by scanning',
        seen: scanned.map(({ id }) => id),
      })
      const text = [
        back.length > 0 && `${back.length} back in stock`,
        received.length > 0 && `${received.length} received`,
        writtenOff.length > 0 && `${writtenOff.length} written off`,
      ].filter(Boolean)
      logScan({ title, text: text.join(', ') || 'As on record', isGood: true })
      onLeave()
    } catch (error) {
      refused(title, error)
    } finally {
      setBooking(false)
      void utils.parts.invalidate()
    }
  }

  return (
    <CountFrame title={title} about="Scan every one on the shelf; reserved ones count too" recorded={recorded} onLeave={onLeave}>
      {(things) => {
        const unseen = things.filter((thing) => !isScanned(thing))
        const difference = counted - expected - back.length
        return (
          <>
            <ScanField label="Part" takesFocus onCode={onCode} />
            <CountFigure counted={counted} expected={expected} />
            <div className="flex items-center gap-2 text-sm text-ink">
              <span className="flex-1">Without a readable label</span>
              <IconButton label="One less without a label" disabled={loose === 0} onClick={() => setLoose(loose - 1)}>
                <Minus className="size-5" aria-hidden="true" />
              </IconButton>
              <output className="min-w-8 text-center text-lg font-semibold tabular-nums">{loose}</output>
              <IconButton label="One more without a label" onClick={() => setLoose(loose + 1)}>
                <Plus className="size-5" aria-hidden="true" />
              </IconButton>
            </div>
            {counted > 0 && (
              <Button size="lg" busy={isBooking} disabled={!type.data} onClick={() => void book()}>
                {difference === 0 ? 'Book as on record' : difference > 0 ? `Book ${difference} more` : `Book, ${-difference} missing`}
              </Button>
            )}
            {difference < 0 && counted > 0 && (
              <p className="text-sm text-ink-muted">
                What is missing is written off{loose > 0 && unseen.length > -difference ? ', the oldest without a serial number first' : ''}
                .
              </p>
            )}
            <ThingList title="Back in stock when booked" things={back} detail={({ state }) => state} />
            <ThingList title="Not scanned yet" things={unseen} detail={({ location, state }) => `${location ?? 'No place'} · ${state}`} />
          </>
        )
      }}
    </CountFrame>
  )
}

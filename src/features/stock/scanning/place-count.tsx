import { useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { placeOfCode } from '~/contracts/stock/scanning'
import { CountFigure, CountFrame, keyOf, ThingList } from './count-parts'
import { ScanField } from './scan-field'
import { logScan } from './scan-log'
import { notFound, refused, ThingChoice, useThings, type Thing } from './scanned-things'
import { together, useParts, useUnits } from './use-recorded'

interface PlaceCountProps {
  place: string
  onLeave: () => void
}

/** Compares scanned things with the record of a place, and books the differences. */
export function PlaceCount({ place, onLeave }: PlaceCountProps) {
  const may = useMay()
  const recorded = together(useUnits({ location: place }, may('units', 'read')), useParts({ location: place }, may('parts', 'read')))
  const { find, put } = useThings()
  const [scanned, setScanned] = useState<readonly Thing[]>([])
  const [choice, setChoice] = useState<readonly Thing[]>([])
  const [isBooking, setBooking] = useState(false)
  const [asks, setAsks] = useState(false)
  const isScanned = (thing: Thing) => scanned.some((each) => keyOf(each) === keyOf(thing))

  const add = (thing: Thing): boolean => {
    if (isScanned(thing)) return logScan({ title: thing.number, text: 'Counted already', isGood: false, href: thing.href })
    setScanned([...scanned, thing])
    return logScan({ title: thing.number, text: thing.name, isGood: true, href: thing.href })
  }

  /** One after another; a refused one stays with its reason. */
  const book = async (things: readonly Thing[], location: string | null) => {
    setBooking(true)
    let count = 0
    for (const thing of things) {
      try {
        await put(thing, location)
        count += 1
      } catch (error) {
        refused(thing.number, error)
      }
    }
    if (count > 0) logScan({ title: place, text: location === null ? `${count} taken off` : `${count} put here`, isGood: true })
    setBooking(false)
  }

  return (
    <CountFrame title={place} about="Scan everything that is here" recorded={recorded} onLeave={onLeave}>
      {(things) => {
        const isHere = (thing: Thing) => things.some((each) => keyOf(each) === keyOf(thing))
        const missing = things.filter((thing) => !isScanned(thing))
        const others = scanned.filter((thing) => !isHere(thing))
        const onCode = async (code: string): Promise<boolean> => {
          setChoice([])
          if (placeOfCode(code) !== null) return logScan({ title: code, text: `Finish the count of ${place} first.`, isGood: false })
          try {
            const found = await find(code)
            const likely = found.filter((thing) => isHere(thing) && !isScanned(thing))
            const [only] = likely.length === 1 ? likely : found
            if (!only) return notFound(code)
            if (likely.length === 1 || found.length === 1) return add(only)
            setChoice(found)
            return false
          } catch (error) {
            return refused(code, error)
          }
        }
        return (
          <>
            <ScanField label="Machine or part" takesFocus onCode={onCode} />
            {choice.length > 0 && (
              <ThingChoice
                things={choice}
                onChoose={(thing) => {
                  setChoice([])
                  add(thing)
                }}
              />
            )}
            <CountFigure counted={scanned.length} expected={things.length} />
            {others.length > 0 && (
              <Button size="lg" busy={isBooking} onClick={() => void book(others, place)}>
                Put {others.length} here
              </Button>
            )}
            <ThingList
              title="Here, but not on record"
              things={others}
              detail={({ name, location }) => `${name} · ${location ?? 'No place'}`}
            />
            <ThingList title="Not scanned yet" things={missing} detail={({ name, state }) => `${name} · ${state}`} />
            {scanned.length > 0 && missing.length > 0 && (
              <Button variant="secondary" busy={isBooking} onClick={() => setAsks(true)}>
                Take off {missing.length} that are not here
              </Button>
            )}
            {asks && (
              <ConfirmDialog
                title={`${missing.length} are not here`}
                message={`They lose their place, ${place}. Nothing else changes: they stay in stock, and scanning them anywhere gives them a place again.`}
                confirmLabel="Take them off"
                cancelLabel="Keep looking"
                variant="primary"
                onConfirm={() => {
                  setAsks(false)
                  void book(missing, null)
                }}
                onCancel={() => setAsks(false)}
              />
            )}
          </>
        )
      }}
    </CountFrame>
  )
}

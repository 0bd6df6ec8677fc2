import { MapPin } from '~/components/icons/lucide'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { placeOfCode } from '~/contracts/stock/scanning'
import { ScanField } from './scan-field'
import { logScan } from './scan-log'
import type { ModeProps } from './mode-props'
import { notFound, refused, ThingChoice, useThings, type Thing } from './scanned-things'

/** First the place, then one thing after another. Another place's label changes it at any time. */
export function MoveMode({ place, onMode }: ModeProps) {
  const { find, put } = useThings()
  const [choice, setChoice] = useState<readonly Thing[]>([])
  const setPlace = (next: string | undefined) => onMode('move', next === undefined ? {} : { place: next })

  const move = async (thing: Thing, to: string): Promise<boolean> => {
    const { number, href, location } = thing
    if (location?.toLowerCase() === to.toLowerCase()) return logScan({ title: number, text: `Is in ${to} already`, isGood: true, href })
    try {
      await put(thing, to)
      const undo = () => {
        put(thing, location).then(
          () => logScan({ title: number, text: `Back in ${location ?? 'no place'}`, isGood: true, href }),
          (error: unknown) => refused(number, error),
        )
      }
      return logScan({ title: number, text: `${location ?? 'No place'} → ${to}`, isGood: true, href, undo })
    } catch (error) {
      return refused(number, error)
    }
  }

  const onCode = async (code: string): Promise<boolean> => {
    setChoice([])
    const scanned = placeOfCode(code)
    if (scanned !== null) {
      setPlace(scanned)
      return logScan({ title: scanned, text: 'Scan what is put here', isGood: true })
    }
    let things: readonly Thing[]
    try {
      things = await find(code)
    } catch (error) {
      return refused(code, error)
    }
    const [only] = things
    if (place === undefined) {
      if (only) return logScan({ title: only.number, text: 'Scan or type the place first, then what is put there.', isGood: false })
      setPlace(code)
      return true
    }
    if (!only) return notFound(code)
    if (things.length === 1) return move(only, place)
    setChoice(things)
    return false
  }

  return (
    <div className="flex flex-col gap-4 max-sm:contents">
      {place !== undefined && (
        <p className="flex items-center gap-3 rounded-lg border border-accent-line bg-accent-soft px-4 py-2 text-ink">
          <MapPin className="size-5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            Moving to <strong className="font-semibold">{place}</strong>
          </span>
          <Button variant="secondary" size="sm" className="min-h-11" onClick={() => setPlace(undefined)}>
            Other place
          </Button>
        </p>
      )}
      <ScanField
        label={place === undefined ? 'Place' : 'Machine or part'}
        placeholder={place === undefined ? 'Scan its label or type it' : 'Scan or type'}
        takesFocus
        onCode={onCode}
      />
      {choice.length > 0 && place !== undefined && (
        <ThingChoice
          things={choice}
          onChoose={(thing) => {
            setChoice([])
            void move(thing, place)
          }}
        />
      )}
    </div>
  )
}

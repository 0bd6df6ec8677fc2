import { X } from '~/components/icons/lucide'
import { useState } from 'react'
import { ChoiceGroup } from '~/components/form/choice-group'
import { Button } from '~/components/ui/button'
import { IconButton } from '~/components/ui/icon-button'
import { placeOfCode } from '~/contracts/stock/scanning'
import { LabelLink } from './label-link'
import { ScanField } from './scan-field'
import { logScan } from './scan-log'
import { notFound, refused, ThingChoice, useThings, type Thing } from './scanned-things'

const subjects = [
  { value: 'things', label: 'Machines and parts' },
  { value: 'places', label: 'Places' },
] as const

interface Wanted {
  kind: 'unit' | 'part' | 'place'
  name: string
}

/** Collects things, then prints all labels at once. */
export function LabelMode() {
  const { find } = useThings()
  const [subject, setSubject] = useState<'things' | 'places'>('things')
  const [wanted, setWanted] = useState<readonly Wanted[]>([])
  const [choice, setChoice] = useState<readonly Thing[]>([])

  const add = (one: Wanted, detail: string): boolean => {
    setWanted((list) => (list.some(({ kind, name }) => kind === one.kind && name === one.name) ? list : [...list, one]))
    return logScan({ title: one.name, text: `Label: ${detail}`, isGood: true })
  }
  const addThing = ({ noun, number, name }: Thing) => add({ kind: noun === 'units' ? 'unit' : 'part', name: number }, name)
  const onCode = async (code: string): Promise<boolean> => {
    setChoice([])
    const place = placeOfCode(code) ?? (subject === 'places' ? code : null)
    if (place !== null) return add({ kind: 'place', name: place.slice(0, 200) }, 'place')
    try {
      const things = await find(code)
      const [only] = things
      if (!only) return notFound(code)
      if (things.length === 1) return addThing(only)
      setChoice(things)
      return false
    } catch (error) {
      return refused(code, error)
    }
  }
  const of = (kind: Wanted['kind']) => wanted.filter((each) => each.kind === kind).map(({ name }) => name)

  return (
    <div className="flex flex-col gap-4 max-sm:contents">
      <ChoiceGroup legend="Labels for" options={subjects} value={subject} onChange={setSubject} />
      <ScanField
        label={subject === 'places' ? 'Place' : 'Machine or part'}
        placeholder={subject === 'places' ? 'Shelf B3' : 'Scan or type'}
        takesFocus
        onCode={onCode}
      />
      {choice.length > 0 && (
        <ThingChoice
          things={choice}
          onChoose={(thing) => {
            setChoice([])
            addThing(thing)
          }}
        />
      )}
      {wanted.length > 0 && (
        <>
          <LabelLink
            size="lg"
            of={{ unit: of('unit'), part: of('part'), place: of('place') }}
            words={wanted.length === 1 ? 'Print 1 label' : `Print ${wanted.length} labels`}
          />
          <section aria-label="Labels to print" className="rounded-card border border-line bg-surface shadow-card">
            <h2 className="flex items-center justify-between border-b border-line px-4 py-1.5 text-sm font-semibold text-ink">
              Labels to print
              <Button size="sm" variant="ghost" onClick={() => setWanted([])}>
                Clear
              </Button>
            </h2>
            <ul className="divide-y divide-line text-sm">
              {wanted.map((one) => (
                <li key={`${one.kind} ${one.name}`} className="flex items-center gap-2 py-1 pr-1 pl-4">
                  <span className="min-w-0 flex-1 wrap-anywhere text-ink">{one.name}</span>
                  <IconButton label={`Leave out ${one.name}`} onClick={() => setWanted(wanted.filter((each) => each !== one))}>
                    <X className="size-5" aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </div>
  )
}

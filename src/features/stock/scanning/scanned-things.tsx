import { ChevronRight } from '~/components/icons/lucide'
import { useMemo } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { serverMessage } from '~/components/form/server-errors'
import type { Part } from '~/contracts/stock/parts'
import { unitName, unitStateWords, type Unit } from '~/contracts/stock/units'
import { partStateLabels } from '~/contracts/statuses'
import { foundPageOf } from '~/lib/records'
import { trpc } from '~/trpc/client'
import { logScan } from './scan-log'

/** A machine or a part, as on a label. */
export interface Thing {
  noun: 'units' | 'parts'
  id: string
  number: string
  name: string
  state: string
  location: string | null
  version: number
  href: string
  part?: Part
}

export const unitThing = (unit: Unit): Thing => ({
  noun: 'units',
  id: unit.id,
  number: unit.unitNumber,
  name: unitName(unit),
  state: unitStateWords[unit.state].label,
  location: unit.location,
  version: unit.version,
  href: foundPageOf({ noun: 'units', id: unit.id, title: unit.unitNumber, detail: '' }),
})
export const partThing = (part: Part): Thing => ({
  noun: 'parts',
  id: part.id,
  number: part.partNumber,
  name: part.typeName,
  state: partStateLabels[part.state],
  location: part.location,
  version: part.version,
  href: foundPageOf({ noun: 'parts', id: part.id, title: part.partNumber, detail: '' }),
  part,
})

const RETYPE = 'Is it misread? Type the number that is printed below it.'

/** Logs an unknown code with advice. @param isLimited for people who may not see everything that has a code */
export const notFound = (code: string, isLimited = false): boolean =>
  logScan({ title: code, text: `Nothing${isLimited ? ' that you may open' : ''} has this code. ${RETYPE}`, isGood: false })

export const refused = (title: string, error: unknown): boolean => {
  console.error(title, error)
  return logScan({ title, text: serverMessage(error) ?? 'The server does not answer. Scan it again.', isGood: false })
}

/** Finds machines and parts that the reader may see, and moves them. */
export function useThings() {
  const may = useMay()
  const utils = trpc.useUtils()
  return useMemo(() => {
    const { client } = utils
    const find = async (code: string): Promise<Thing[]> => {
      const [units, parts] = await Promise.all([
        may('units', 'read') ? client.units.find.query({ code }) : [],
        may('parts', 'read') ? client.parts.find.query({ code }) : [],
      ])
      return [...units.map(unitThing), ...parts.map(partThing)]
    }
    const put = async ({ noun, id }: Pick<Thing, 'noun' | 'id'>, location: string | null): Promise<void> => {
      if (noun === 'units') await client.units.update.mutate({ id, location })
      else await client.parts.update.mutate({ id, location })
      void utils[noun].invalidate()
    }
    return { find, put }
  }, [utils, may])
}

export function ThingChoice({ things, onChoose }: { things: readonly Thing[]; onChoose: (thing: Thing) => void }) {
  return (
    <section aria-label="Which one?" className="rounded-card border border-warn-line bg-surface shadow-card">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold text-ink">More than one has this code. Which one?</h2>
      <ul className="divide-y divide-line">
        {things.map((thing) => (
          <li key={`${thing.noun} ${thing.id}`}>
            <button
              type="button"
              onClick={() => onChoose(thing)}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-surface-muted"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-medium text-ink">{thing.number}</span>
                <span className="block text-ink-muted">{[thing.name, thing.state, thing.location].filter(Boolean).join(' · ')}</span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-ink-subtle" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

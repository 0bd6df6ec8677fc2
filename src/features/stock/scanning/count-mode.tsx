import { ChevronRight } from '~/components/icons/lucide'
import { useState } from 'react'
import { useMay } from '~/components/admin-list/cells'
import { placeOfCode } from '~/contracts/stock/scanning'
import type { PartChoice } from '~/contracts/stock/parts'
import { trpc } from '~/trpc/client'
import { PlaceCount } from './place-count'
import { ScanField } from './scan-field'
import type { ModeProps } from './mode-props'
import { refused, useThings } from './scanned-things'
import { TypeCount } from './type-count'

const option = 'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-surface-muted'

export function CountMode({ place, type, onMode }: ModeProps) {
  const onLeave = () => onMode('count', {})
  if (place !== undefined) return <PlaceCount key={place} place={place} onLeave={onLeave} />
  if (type !== undefined) return <TypeCount key={type} typeId={type} onLeave={onLeave} />
  return <ChooseCount onMode={onMode} />
}

/** A place by its label or name, or a type by its name or one of its parts. */
function ChooseCount({ onMode }: Pick<ModeProps, 'onMode'>) {
  const may = useMay()
  const { client } = trpc.useUtils()
  const { find } = useThings()
  const [offer, setOffer] = useState<{ text: string; types: readonly PartChoice[] }>()

  const onCode = async (code: string): Promise<boolean> => {
    setOffer(undefined)
    const place = placeOfCode(code)
    if (place !== null) {
      onMode('count', { place })
      return true
    }
    try {
      const [part] = (await find(code)).flatMap((thing) => thing.part ?? [])
      if (part) {
        onMode('count', { type: part.typeId })
        return true
      }
      const types = may('parts', 'read') ? await client.parts.choices.query({ search: code.slice(0, 200) }) : []
      if (types.length > 0) setOffer({ text: code, types })
      else onMode('count', { place: code })
      return true
    } catch (error) {
      return refused(code, error)
    }
  }

  return (
    <div className="flex flex-col gap-4 max-sm:contents">
      <ScanField label="Place, part or type of part" takesFocus onCode={onCode} />
      {offer && (
        <section aria-label="What is counted?" className="rounded-card border border-line bg-surface shadow-card">
          <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold text-ink">What is counted?</h2>
          <ul className="divide-y divide-line">
            {offer.types.map(({ id, name, inStock }) => (
              <li key={id}>
                <button type="button" className={option} onClick={() => onMode('count', { type: id })}>
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <span className="font-medium text-ink">{name}</span>
                    <span className="block text-ink-muted">{inStock.toLocaleString('en-GB')} in stock</span>
                  </span>
                  <ChevronRight className="size-5 shrink-0 text-ink-subtle" aria-hidden="true" />
                </button>
              </li>
            ))}
            <li>
              <button type="button" className={option} onClick={() => onMode('count', { place: offer.text })}>
                <span className="min-w-0 flex-1 wrap-anywhere text-ink">The place “{offer.text}”</span>
                <ChevronRight className="size-5 shrink-0 text-ink-subtle" aria-hidden="true" />
              </button>
            </li>
          </ul>
        </section>
      )}
    </div>
  )
}

import { useId } from 'react'
import type { FacetKey, FacetValue, ProductFacets } from '~/contracts/catalogue/products'
import type { ProductView } from './product-view'
import type { useProductView } from './use-product-view'

const titles: Record<FacetKey, string> = { manufacturer: 'Manufacturer', availability: 'Availability', condition: 'Condition' }

interface FacetProps {
  title: string
  values: readonly FacetValue[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}

function Facet({ title, values, chosen, onToggle }: FacetProps) {
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{title}</legend>
      <ul className="mt-2 max-h-64 overflow-y-auto">
        {values.map(({ value, count }, index) => (
          <li key={value} className="flex min-h-9 items-center gap-3 pr-2 pl-0.5">
            <input
              id={`${id}-${index}`}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
              aria-describedby={`${id}-${index}-count`}
              className="size-4.5 shrink-0 accent-accent-ink"
            />
            <label htmlFor={`${id}-${index}`} className="min-w-0 grow truncate py-1">
              {value}
            </label>
            <span id={`${id}-${index}-count`} className="text-sm text-ink-subtle tabular-nums">
              {count}
              <span className="sr-only"> products</span>
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function PriceRange({ view, onType }: { view: ProductView; onType: (changes: Partial<ProductView>) => void }) {
  const id = useId()
  const field = (name: 'min' | 'max', label: string) => (
    <div>
      <label htmlFor={`${id}-${name}`} className="mb-1.5 block">
        {label}
      </label>
      <input
        id={`${id}-${name}`}
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        value={view[name]}
        onChange={(event) => onType({ [name]: event.target.value })}
        aria-describedby={`${id}-note`}
        className="field tabular-nums"
      />
    </div>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">Price range</legend>
      <div className="mt-3 grid grid-cols-2 gap-3">
        {field('min', 'From (€)')}
        {field('max', 'To (€)')}
      </div>
      <p id={`${id}-note`} className="mt-3 text-sm text-ink-subtle">
        Products whose price is on request are in no price range.
      </p>
    </fieldset>
  )
}

interface FacetPanelProps {
  control: Pick<ReturnType<typeof useProductView>, 'view' | 'type' | 'choose'>
  facets: ProductFacets
}

export function FacetPanel({ control: { view, type, choose }, facets }: FacetPanelProps) {
  const toggled = (chosen: readonly string[], value: string) =>
    chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
  const facet = (key: FacetKey) => (
    <Facet title={titles[key]} values={facets[key]} chosen={view[key]} onToggle={(value) => choose({ [key]: toggled(view[key], value) })} />
  )
  return (
    <div
      role="group"
      aria-label="Filters"
      className="mt-4 grid gap-x-10 gap-y-8 rounded-card border border-line bg-surface p-6 shadow-card sm:grid-cols-2 lg:grid-cols-4"
    >
      {facet('manufacturer')}
      {facet('availability')}
      {facet('condition')}
      <PriceRange view={view} onType={type} />
    </div>
  )
}

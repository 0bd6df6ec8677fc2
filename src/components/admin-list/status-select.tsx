import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { Check, ChevronDown } from 'lucide-react'
import { capitalised } from '~/lib/capitalised'
import { cn } from '~/lib/cn'

interface StatusSelectProps<Value extends string> {
  /** What is set, and of what: 'Status of ORD-1001'. The accessible name goes on with the value that is set. */
  label: string
  values: readonly Value[]
  value: Value
  /** Called for another value than the one that is set. */
  onChange: (value: Value) => void
  className?: string
}

/**
 * Sets the status or the role of a row: a listbox that offers the names capitalised. Unlike the
 * browser's own selector it changes nothing before a choice is made with Enter or a click.
 */
export function StatusSelect<Value extends string>({ label, values, value, onChange, className }: StatusSelectProps<Value>) {
  return (
    <Listbox
      value={value}
      onChange={(chosen: Value) => {
        if (chosen !== value) onChange(chosen)
      }}
    >
      <ListboxButton
        aria-label={`${label}: ${capitalised(value)}`}
        className={cn(
          'inline-flex min-h-9 w-full min-w-32 items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-2.5',
          'text-left text-sm text-ink transition-colors hover:bg-surface-muted data-open:bg-surface-muted @3xl:w-auto',
          className,
        )}
      >
        {capitalised(value)}
        <ChevronDown className="size-4 text-ink-subtle" aria-hidden="true" />
      </ListboxButton>
      {/* Not modal: the page stays scrollable and a toast beside the list clickable. */}
      <ListboxOptions
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        modal={false}
        aria-label={label}
        className="z-60 min-w-(--button-width) rounded-lg border border-line bg-surface p-1 shadow-raised outline-none"
      >
        {values.map((each) => (
          <ListboxOption
            key={each}
            value={each}
            className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 text-sm text-ink select-none data-focus:bg-surface-strong"
          >
            {capitalised(each)}
            {each === value && <Check className="size-4 text-accent-ink" aria-hidden="true" />}
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  )
}

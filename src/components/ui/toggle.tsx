import { Switch } from '@headlessui/react'
import type { Ref } from 'react'

interface ToggleProps {
  checked: boolean
  onChange: (checked: boolean) => void
  onBlur?: () => void
  disabled?: boolean
  'aria-label'?: string
  ref?: Ref<HTMLButtonElement>
}

/** A switch, named by the `Label` of a Headless UI `Field`, elsewhere by `aria-label`. */
export function Toggle(props: ToggleProps) {
  return (
    <Switch
      {...props}
      className="group inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-line-strong bg-surface-strong transition-colors data-checked:bg-accent data-disabled:opacity-50"
    >
      <span
        aria-hidden="true"
        className="size-4 translate-x-1 rounded-full bg-ink-muted transition-transform group-data-checked:translate-x-5.5 group-data-checked:bg-on-accent"
      />
    </Switch>
  )
}

import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useId, useRef, type KeyboardEvent } from 'react'

export interface Suggestion {
  key: string
  label: string
  detail?: string | undefined
}

interface SuggestFieldProps<Option extends Suggestion> {
  label: string
  placeholder?: string
  hint?: string
  message?: string | undefined
  text: string
  onText: (text: string) => void
  options: readonly Option[]
  onChoose: (option: Option) => void
  none: string
  takesFocus?: boolean
}

export function SuggestField<Option extends Suggestion>({
  label,
  placeholder,
  hint,
  message,
  text,
  onText,
  options,
  onChoose,
  none,
  takesFocus = false,
}: SuggestFieldProps<Option>) {
  const id = useId()
  // Typing marks the first suggestion already. Many people press Down all the same to get to it: that must not choose the second.
  const isFresh = useRef(text !== '')
  const stayOnFirst = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && isFresh.current && options.length > 0) event.preventDefault()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isFresh.current = false
  }
  const described = [message === undefined ? '' : `${id}-message`, hint === undefined ? '' : `${id}-hint`].join(' ').trim()
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink">
        {label}
      </label>
      <Combobox<Option | null> immediate value={null} onChange={(option) => option && onChoose(option)}>
        <ComboboxInput
          id={id}
          value={text}
          placeholder={placeholder}
          maxLength={200}
          autoComplete="off"
          autoFocus={takesFocus}
          aria-invalid={message !== undefined}
          aria-describedby={described || undefined}
          onChange={(event) => {
            isFresh.current = true
            onText(event.target.value)
          }}
          onKeyDown={stayOnFirst}
          className="field sm:text-sm"
        />
        {options.length > 0 && (
          <ComboboxOptions
            modal={false}
            anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
            className="z-60 w-(--input-width) overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-raised outline-none"
          >
            {options.map((option) => (
              <ComboboxOption
                key={option.key}
                value={option}
                className="min-h-11 cursor-pointer rounded-md px-3 py-1.5 text-sm text-ink data-focus:bg-surface-muted"
              >
                <span className="block wrap-anywhere">{option.label}</span>
                {option.detail !== undefined && <span className="block wrap-anywhere text-ink-muted">{option.detail}</span>}
              </ComboboxOption>
            ))}
          </ComboboxOptions>
        )}
      </Combobox>
      {message !== undefined && (
        <p id={`${id}-message`} className="text-sm text-danger-ink">
          {message}
        </p>
      )}
      <p role="status" className={text.trim() !== '' && options.length === 0 && none !== '' ? 'text-sm text-ink-subtle' : 'sr-only'}>
        {text.trim() !== '' && options.length === 0 ? none : ''}
      </p>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-ink-subtle">
          {hint}
        </p>
      )}
    </div>
  )
}

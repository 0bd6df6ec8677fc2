import { useId, type ReactNode, type ComponentProps } from 'react'
import { Icon } from '~/components/ui/icon'

interface FieldProps {
  label: string
  fault?: string | undefined
  hint?: string
  required?: boolean
  className?: string
  children: (attributes: { id: string; required: boolean; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A field's label, its control, and what is wrong with it. */
function Field({ label, fault, hint, required = false, className, children }: FieldProps) {
  const id = useId()
  const described = [fault !== undefined && `${id}-fault`, hint !== undefined && `${id}-hint`].filter((part) => part !== false)
  return (
    <div className={className ?? 'min-w-0'}>
      <div className="mb-1.5 flex items-baseline gap-1.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {!required && (
          <span aria-hidden="true" className="text-sm text-ink-subtle">
            optional
          </span>
        )}
      </div>
      {children({ id, required, 'aria-invalid': fault !== undefined, 'aria-describedby': described.join(' ') || undefined })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-subtle">
          {hint}
        </p>
      )}
      {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
    </div>
  )
}

interface LineFieldProps
  extends
    Omit<FieldProps, 'children' | 'className'>,
    Pick<ComponentProps<'input'>, 'autoComplete' | 'maxLength' | 'inputMode' | 'disabled'> {
  type?: 'text' | 'email' | 'tel'
  value: string
  onChange: (value: string) => void
}

export const LineField = ({ type = 'text', value, autoComplete, maxLength, inputMode, disabled, onChange, ...field }: LineFieldProps) => (
  <Field {...field}>
    {(attributes) => (
      <input
        {...attributes}
        type={type}
        autoComplete={autoComplete}
        maxLength={maxLength}
        inputMode={inputMode}
        disabled={disabled}
        className="field"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

interface ChoiceFieldProps extends Omit<FieldProps, 'children' | 'className'> {
  value: string
  onChange: (value: string) => void
  /** The `<option>`s. */
  children: ReactNode
}

/** One of several values, by the browser's own selector. */
export const ChoiceField = ({ value, onChange, children, ...field }: ChoiceFieldProps) => (
  <Field {...field}>
    {(attributes) => (
      <div className="relative">
        <select
          {...attributes}
          className="field appearance-none truncate pr-10"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {children}
        </select>
        <Icon name="chevron-down" className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-subtle" />
      </div>
    )}
  </Field>
)

interface ParagraphFieldProps extends Omit<FieldProps, 'children' | 'className'>, Pick<ComponentProps<'textarea'>, 'autoComplete'> {
  rows: number
  value: string
  onChange: (value: string) => void
}

/** A field of several lines. */
export const ParagraphField = ({ rows, value, autoComplete, onChange, ...field }: ParagraphFieldProps) => (
  <Field {...field}>
    {(attributes) => (
      <textarea
        {...attributes}
        rows={rows}
        maxLength={5000}
        autoComplete={autoComplete}
        className="field resize-y"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

/** A fault, beside its field; of one that belongs to no field it takes the focus itself. */
export function Fault({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} data-fault="" tabIndex={-1} className="mt-1.5 flex items-start gap-1.5 text-sm text-danger-ink">
      <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}

/** A part of the form under its heading. */
export function Part({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-line pt-6 first:border-t-0 first:pt-0">
      <legend className="float-left w-full text-xl font-semibold tracking-tight">{title}</legend>
      {lead !== undefined && <p className="clear-both pt-1 text-ink-muted">{lead}</p>}
      <div className="clear-both grid gap-5 pt-4">{children}</div>
    </fieldset>
  )
}

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** Whether a field says something else than the page did when it came: a visitor, or the browser itself, has filled it in. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    const first = options.some(({ defaultSelected }) => defaultSelected) ? undefined : options[0]
    return options.some((option) => option.selected !== (option.defaultSelected || option === first))
  }
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Enters a value as if it were typed now. React overlooks an entry whose value it has seen before, so the field is emptied first. */
export function enter(field: Field, value: string, type: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  field.value = ''
  own?.set?.call(field, value)
  field.dispatchEvent(new Event(type, { bubbles: true }))
}

/** Makes again, when it is called, the entry that a field shows now. */
export function entryOf(field: Field): () => void {
  if (isTicked(field)) {
    return () => {
      field.checked = field.defaultChecked
      field.click()
    }
  }
  const { value } = field
  return () => {
    for (const type of ['input', 'change']) enter(field, value, type)
  }
}

/** What a script brings to life; links work without one. */
const CONTROLS = 'button, input, select, textarea'
/** What does something of its own when it is pressed, and has to wait for its script. */
const PRESSED = 'button, label, input:is([type=checkbox], [type=radio], [type=submit])'
const TOUCHED = `a, ${CONTROLS}`
/** How far outside the window a control counts as seen (CSS). */
const AHEAD = '200px'

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

interface Wait {
  /** Ends the waiting. With `repeat`, what visitors did meanwhile happens now. */
  end: (how: 'repeat' | 'forget') => void
}

/**
 * Watches a part of the page whose script is not there yet: asks for it when one of its controls comes into view or
 * something in it is touched, and keeps presses and entries for the script, so that none is lost.
 */
export function untilScripted(part: Element, need: () => void): Wait {
  const held: (() => void)[] = []
  const within = ({ target }: Event) => (target instanceof Element && part.contains(target) ? target : undefined)

  const onTouch = (event: Event) => {
    if (within(event)?.closest(TOUCHED)) need()
  }
  const onPress = (event: Event) => {
    const pressed = within(event)?.closest<HTMLElement>(PRESSED)
    if (!pressed) return
    event.preventDefault()
    event.stopImmediatePropagation()
    need()
    held.push(() => pressed.click())
  }
  const onSubmit = (event: Event) => {
    const form = within(event)
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    need()
    held.push(() => form.requestSubmit())
  }
  const onEntry = (event: Event) => {
    const field = within(event) ?? null
    if (!isField(field)) return
    need()
    const { value } = field
    held.push(() => enter(field, value, event.type))
  }

  const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && need(), {
    rootMargin: AHEAD,
  })
  for (const control of part.querySelectorAll(CONTROLS)) seen.observe(control)

  const listeners = {
    pointerover: onTouch,
    pointerdown: onTouch,
    focusin: onTouch,
    click: onPress,
    submit: onSubmit,
    input: onEntry,
    change: onEntry,
  }
  // On the window and first: React's own listeners stop what is meant for a part that it cannot serve yet.
  for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener, true)

  return {
    end: (how) => {
      seen.disconnect()
      for (const [type, listener] of Object.entries(listeners)) window.removeEventListener(type, listener, true)
      if (how === 'repeat') for (const repeat of held) repeat()
      held.length = 0
    },
  }
}

/** Enters a value as if it were typed now. React overlooks an entry whose value it has seen before, so the field is emptied first. */
function enter(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string, type: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  field.value = ''
  own?.set?.call(field, value)
  field.dispatchEvent(new Event(type, { bubbles: true }))
}

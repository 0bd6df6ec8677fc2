import { enter, entryOf, isChanged, isField, type Field } from './field-entry'

/** What a script brings to life; links work without one. */
const CONTROLS = 'button, input, select, textarea'
/** What does something of its own when it is pressed, and has to wait for its script. */
const PRESSED = 'button, label, input:is([type=checkbox], [type=radio], [type=submit])'
const TOUCHED = `a, ${CONTROLS}`
/** How far outside the window a control counts as seen (CSS). */
const AHEAD = '200px'

/** Parts of the server's HTML that wait for their script have this attribute. */
const WAITING = 'data-waiting'
export const waitingPart = { [WAITING]: '' } as const

/** What was done in a part, in its order, in which fields, and how its script is asked for once that is known. */
interface Part {
  held: (() => void)[]
  entered: Set<Field>
  need?: () => void
}
const parts = new WeakMap<Element, Part>()

function partOf(element: Element): Part {
  const part = parts.get(element) ?? { held: [], entered: new Set() }
  parts.set(element, part)
  return part
}

/** The waiting part in which something happens, and the element that it happens to. */
function happening({ target }: Event): { part: Part; target: Element } | undefined {
  const element = target instanceof Element ? target.closest(`[${WAITING}]`) : null
  return target instanceof Element && element ? { part: partOf(element), target } : undefined
}

function hold(part: Part, repeat: () => void): void {
  part.held.push(repeat)
  part.need?.()
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

const onTouch = (event: Event) => {
  const found = happening(event)
  if (found?.target.closest(TOUCHED)) found.part.need?.()
}
const onPress = (event: Event) => {
  const found = happening(event)
  const pressed = found?.target.closest<HTMLElement>(PRESSED)
  if (!found || !pressed) return
  stop(event)
  hold(found.part, () => pressed.click())
}
const onSubmit = (event: Event) => {
  const found = happening(event)
  if (!(found?.target instanceof HTMLFormElement)) return
  const form = found.target
  stop(event)
  hold(found.part, () => form.requestSubmit())
}
const onEntry = (event: Event) => {
  const found = happening(event)
  if (!found || !isField(found.target)) return
  const { part, target: field } = found
  const { value } = field
  // The one event of an entry would make React take the part over at once, and show its own value before the other comes.
  event.stopImmediatePropagation()
  part.entered.add(field)
  hold(part, () => enter(field, value, event.type))
}

const listeners = {
  pointerover: onTouch,
  pointerdown: onTouch,
  focusin: onTouch,
  click: onPress,
  submit: onSubmit,
  input: onEntry,
  change: onEntry,
}

// As soon as there is a script at all, and so before React takes the page over: what a visitor does meanwhile is held too.
// On the window and first, because React's own listeners stop what is meant for a part that it cannot serve yet.
if (typeof window !== 'undefined') for (const [type, listener] of Object.entries(listeners)) window.addEventListener(type, listener, true)

interface Wait {
  /** Ends the waiting. With `repeat`, what visitors did meanwhile happens now. */
  end: (how: 'repeat' | 'forget') => void
}

/**
 * Watches a part of the page whose script is not there yet: asks for it when one of its controls comes into view or
 * something in it is touched, and keeps presses and entries for the script, so that none is lost.
 */
export function untilScripted(element: Element, need: () => void): Wait {
  const part = partOf(element)
  part.need = need
  element.setAttribute(WAITING, '')
  part.held.unshift(...earlyEntries(element, part))
  if (part.held.length > 0) need()

  const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && need(), {
    rootMargin: AHEAD,
  })
  for (const control of element.querySelectorAll(CONTROLS)) seen.observe(control)

  return {
    end: (how) => {
      seen.disconnect()
      element.removeAttribute(WAITING)
      parts.delete(element)
      if (how === 'repeat') void inTurn(part.held)
    },
  }
}

/** One after the other, each once the page shows what the one before has done. */
async function inTurn(repeats: (() => void)[]): Promise<void> {
  for (const repeat of repeats) {
    repeat()
    await Promise.resolve()
  }
}

/** Entries from before the first script, of which no event tells: the field differs from what the server sent. */
function earlyEntries(element: Element, { entered }: Part): (() => void)[] {
  const fields = [...element.querySelectorAll(CONTROLS)].filter(isField)
  return fields.filter((field) => !entered.has(field) && isChanged(field)).map(entryOf)
}

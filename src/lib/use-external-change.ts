import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * For a value that follows what visitors do, but late: an address comes a moment after what was typed, when more may have
 * been typed that its coming must not undo. Tells such a value from one that comes from elsewhere, by Back or a shared address.
 * @param value as it stands now, e.g. the search in the address
 * @param onElsewhere hears of each value that was not asked for here
 * @returns asks for another value; `go` sets out for it and resolves once it has come. What is asked for already is not asked for again.
 */
export function useExternalChange(value: string, onElsewhere: () => void) {
  const known = useRef<{ value: string; last: string; underWay: readonly { next: string }[] }>({ value, last: value, underWay: [] })
  const hearOfElsewhere = useEffectEvent(onElsewhere)

  useLayoutEffect(() => {
    const state = known.current
    if (value === state.value) return
    state.value = value
    const own = state.underWay.findIndex(({ next }) => next === value)
    if (own >= 0 || value === state.last) {
      // What was asked for before it, and has not come, never will.
      state.underWay = state.underWay.slice(own + 1)
      return
    }
    state.underWay = []
    state.last = value
    hearOfElsewhere()
  }, [value])

  return (next: string, go: () => Promise<unknown>) => {
    const state = known.current
    if (next === state.last) return
    const asked = { next }
    state.last = next
    state.underWay = [...state.underWay, asked]
    // Nothing is under way once the last has come, also where one before it was passed over and may come from elsewhere later.
    void go().finally(() => {
      if (state.underWay.at(-1) === asked) state.underWay = []
    })
  }
}

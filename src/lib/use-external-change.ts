import { useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Follows a value that changes late, such as an address a moment after the typing, and tells it from a change made elsewhere.
 * @param onElsewhere called with each value that was not asked for here
 * @returns asks for another value; `go` starts the change and resolves once it has come
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
      // Earlier requests that have not come by now never will.
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
    // Nothing is pending after the last request, even if an earlier one was skipped: that value may come from elsewhere later.
    void go().finally(() => {
      if (state.underWay.at(-1) === asked) state.underWay = []
    })
  }
}

import type { KeyboardEvent, RefObject } from 'react'

const steps: Partial<Record<string, { across: number; down: number }>> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
}

/**
 * The keys of a board, on the name of a card: arrows go from card to card, with Shift those to the left and to the right move
 * the card. Elements are found by `data-column`, `data-card` and `data-part="name"`.
 * @param onMove given the card's id and how many columns further
 */
export function useBoardKeys(board: RefObject<HTMLElement | null>, onMove: (id: string, by: number) => void) {
  return (event: KeyboardEvent) => {
    const step = steps[event.key]
    const name = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-part="name"]') : null
    const card = name?.closest<HTMLElement>('[data-card]')
    if (!step || !name || !card || !board.current || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.shiftKey) {
      if (step.across === 0) return
      event.preventDefault()
      onMove(card.dataset.card ?? '', step.across)
      return
    }
    event.preventDefault()
    const columns = [...board.current.querySelectorAll('[data-column]')].map((each) => [
      ...each.querySelectorAll<HTMLElement>('[data-part="name"]'),
    ])
    const column = columns.findIndex((names) => names.includes(name))
    const place = columns[column]?.indexOf(name) ?? 0
    const beside = step.across > 0 ? columns.slice(column + 1) : columns.slice(0, column).reverse()
    // Over columns without any card.
    const names = step.across === 0 ? columns[column] : beside.find((each) => each.length > 0)
    const next = names?.[step.across === 0 ? place + step.down : Math.min(place, names.length - 1)]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

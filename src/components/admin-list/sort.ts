import type { SortingState } from '@tanstack/react-table'

/** A list's sort as its address and its procedure name it ('value', '-value'), to and from the table's. */

export const fromSort = (sort: string): SortingState => [
  sort.startsWith('-') ? { id: sort.slice(1), desc: true } : { id: sort, desc: false },
]

/** Undefined when nothing is sorted: the list's default then holds. */
export const toSort = ([first]: SortingState): string | undefined => first && `${first.desc ? '-' : ''}${first.id}`

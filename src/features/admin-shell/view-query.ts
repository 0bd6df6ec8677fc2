import type { NextRouter } from 'next/router'

/** Where in a list one is, and what is open, are no part of a view of it. */
const passing = new Set(['page', 'cursor', 'details', 'add', 'limit'])

/** The search, filters and sort of a list's address, in an order that does not depend on how they came about. */
export const viewQuery = (query: NextRouter['query']): string =>
  new URLSearchParams(
    Object.entries(query)
      .flatMap(([key, value]): [string, string][] => (typeof value === 'string' && value !== '' && !passing.has(key) ? [[key, value]] : []))
      .sort(([one], [other]) => one.localeCompare(other)),
  ).toString()

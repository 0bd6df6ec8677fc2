import type { NextRouter } from 'next/router'

type Query = NextRouter['query']

/** The last query asked for, while the page still shows the previous address. */
let underWay: Query | undefined

/**
 * Of two changes at once both are kept: the later one starts from the query that the earlier one asked for. @param change returns the whole
 * query
 */
export function changeQuery(router: NextRouter, how: 'push' | 'replace', change: (query: Query) => Query): Promise<boolean> {
  const query = change(underWay ?? router.query)
  underWay = query
  return router[how]({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false }).finally(() => {
    if (underWay === query) underWay = undefined
  })
}

import type { NextRouter } from 'next/router'

type Query = NextRouter['query']

/** The query asked for last, while the page still shows the previous address. A browser has one address. */
let underWay: Query | undefined

/**
 * Changes the query of the page's address, without loading anything or moving the page. Two changes at once, from two parts
 * of a screen, are both kept: the later one starts from what the earlier one asked for.
 * @param change answers the whole query from the one that is there
 */
export function changeQuery(router: NextRouter, how: 'push' | 'replace', change: (query: Query) => Query): Promise<boolean> {
  const query = change(underWay ?? router.query)
  underWay = query
  return router[how]({ pathname: router.pathname, query }, undefined, { shallow: true, scroll: false }).finally(() => {
    if (underWay === query) underWay = undefined
  })
}

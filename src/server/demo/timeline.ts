import { daysBefore, type Source } from './factories/source'

interface Spread {
  days: number
  count: number
  /** 1 spreads evenly; with more, the times lie closer together towards `now`. */
  lean?: number
}

/**
 * Times over the days before `now`, oldest first. The last is `now` itself, so that the current
 * month has something in it on its first day too.
 */
export function spreadOver({ faker, now }: Source, { days, count, lean = 1 }: Spread): Date[] {
  return Array.from({ length: count }, (_, place) => {
    const within = faker.number.float({ min: 0, max: 1 })
    const newer = count - 1 - place
    return newer === 0 ? now : daysBefore(now, ((newer + within) / count) ** lean * days)
  })
}

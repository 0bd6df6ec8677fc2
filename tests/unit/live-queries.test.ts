import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { keepFresh } from '~/trpc/use-live-queries'

/** A client that holds an answer of each of these procedures. */
function clientWith(...paths: [string, string][]) {
  const client = new QueryClient()
  for (const path of paths) client.setQueryData([path, { type: 'query' }], 'old')
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => String(queryKey[0]))
  return { client, stale }
}

describe('what is read again when a table changes', () => {
  it('is what is made from it, and nothing else', () => {
    const { client, stale } = clientWith(
      ['orders', 'list'],
      ['orders', 'byId'],
      ['repairs', 'list'],
      ['dashboard', 'overview'],
      ['users', 'list'],
    )
    const { changed, stop } = keepFresh(client)
    changed(['orders'])
    expect(stale()).toEqual(['orders,list', 'orders,byId', 'dashboard,overview'])
    changed(['profiles'])
    expect(stale()).toEqual(['orders,list', 'orders,byId', 'repairs,list', 'dashboard,overview', 'users,list'])
    stop()
  })

  it('is store credit with its own tables, and with what it pays', () => {
    for (const table of ['credit_accounts', 'credit_requests', 'orders', 'repairs'] as const) {
      const { client, stale } = clientWith(['credit', 'payments'], ['settings', 'all'])
      const { changed, stop } = keepFresh(client)
      changed([table])
      expect(stale(), table).toEqual(['credit,payments'])
      stop()
    }
  })

  it('waits until a change of our own is saved', async () => {
    const { client, stale } = clientWith(['orders', 'list'])
    const { changed, stop } = keepFresh(client)
    let save: () => void = () => undefined
    const saved = client
      .getMutationCache()
      .build(client, { mutationFn: () => new Promise<void>((resolve) => (save = resolve)) })
      .execute(undefined)
    changed(['orders'])
    expect(stale()).toEqual([])
    await Promise.resolve()
    save()
    await saved
    expect(stale()).toEqual(['orders,list'])
    stop()
  })

  it('is a report at once, and then at most every five seconds', () => {
    vi.useFakeTimers()
    const { client, stale } = clientWith(['reports', 'months'])
    const { changed, stop } = keepFresh(client)
    const read = () => client.setQueryData([['reports', 'months'], { type: 'query' }], 'new')
    changed(['repairs'])
    expect(stale()).toEqual(['reports,months'])
    read()
    changed(['trade_ins'])
    changed(['repairs'])
    vi.advanceTimersByTime(4_999)
    expect(stale()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(stale()).toEqual(['reports,months'])
    read()
    vi.advanceTimersByTime(60_000)
    expect(stale()).toEqual([])
    stop()
    vi.useRealTimers()
  })

  it('is read anew where its first answer, from before the change, is still on its way', async () => {
    const client = new QueryClient()
    const answers: ((rows: string) => void)[] = []
    const observer = new QueryObserver(client, {
      queryKey: [['orders', 'list'], { type: 'query' }],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    })
    const stopObserving = observer.subscribe(() => undefined)
    const { changed, stop } = keepFresh(client)
    changed(['orders'])
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.('from before')
    answers[1]?.('as it is')
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('as it is'))
    stop()
    stopObserving()
  })
})

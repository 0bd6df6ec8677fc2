import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
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

  describe('whose answer is under way', () => {
    /** An open screen's query, kept fresh, and the requests that it has made. */
    function shown() {
      const client = new QueryClient()
      const requests: { answer: (rows: string) => void; fail: (error: Error) => void }[] = []
      const observer = new QueryObserver(client, {
        queryKey: [['orders', 'list'], { type: 'query' }],
        queryFn: () => new Promise<string>((answer, fail) => requests.push({ answer, fail })),
        retry: 1,
        retryDelay: 0,
      })
      onTestFinished(observer.subscribe(() => undefined))
      const { changed, stop } = keepFresh(client)
      onTestFinished(stop)
      /** A change comes while the request of that number is under way. */
      const changedDuring = async (count: number) => {
        await vi.waitFor(() => expect(requests).toHaveLength(count))
        changed(['orders'])
        changed(['profiles'])
        return requests[count - 1]
      }
      return { requests, changedDuring, result: () => observer.getCurrentResult() }
    }

    it('is read once more after it, however many changes have come', async () => {
      const { requests, changedDuring, result } = shown()
      for (const count of [1, 2]) {
        const request = await changedDuring(count)
        request?.answer(`answer ${count}`)
        await vi.waitFor(() => expect(result().data).toBe(`answer ${count}`))
      }
      await vi.waitFor(() => expect(requests).toHaveLength(3))
      requests[2]?.answer('as it is')
      await vi.waitFor(() => expect(result()).toMatchObject({ data: 'as it is', fetchStatus: 'idle' }))
      expect(requests).toHaveLength(3)
    })

    it('shows its failure, however fast changes come', async () => {
      const { requests, changedDuring, result } = shown()
      for (const count of [1, 2]) {
        const request = await changedDuring(count)
        request?.fail(new Error('The database is away'))
      }
      await vi.waitFor(() => expect(result()).toMatchObject({ status: 'error', fetchStatus: 'idle' }))
      expect(requests).toHaveLength(2)
    })
  })
})

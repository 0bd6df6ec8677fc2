import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import * as z from 'zod'

/** A program of this folder in a process of its own: answers one message after another. */
export interface Child {
  pid: number | undefined
  /** Its answer once it is ready. */
  ready: unknown
  /** Tells it to do something, and waits for what it says then. @throws when it ends instead */
  ask: (order: string) => Promise<unknown>
  stop: () => Promise<void>
}

async function said(child: ChildProcess): Promise<unknown> {
  const over = new AbortController()
  const message = once(child, 'message', { signal: over.signal })
  const end = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error('A process of the benchmark ended too early; what it said stands above.')
  })
  try {
    const [answer] = z.tuple([z.unknown()], z.unknown()).parse(await Promise.race([message, end]))
    return answer
  } finally {
    over.abort()
    end.catch(() => undefined)
    message.catch(() => undefined)
  }
}

/** Starts a program of this folder and waits until it says that it is ready. */
export async function startChild(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Child> {
  const child = fork(resolve('lab/bench', program), args, {
    execArgv: ['--expose-gc', '--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env },
  })
  const ready = await said(child)
  return {
    pid: child.pid,
    ready,
    ask: (order) => {
      const answer = said(child)
      child.send(order)
      return answer
    },
    stop: async () => {
      if (child.exitCode !== null) return
      const end = once(child, 'exit')
      child.kill('SIGKILL')
      await end
    },
  }
}

/** In a child: says that it is ready, then does what it is told and answers what comes of it. */
export function serveOrders(ready: unknown, work: (order: string) => unknown): void {
  process.on('message', (order) => {
    void Promise.resolve(work(String(order))).then((answer) => process.send?.(answer ?? null))
  })
  // Nobody waits any more.
  process.on('disconnect', () => process.exit())
  process.send?.(ready)
}

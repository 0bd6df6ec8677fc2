import type { IncomingMessage, ServerResponse } from 'node:http'

const LONGEST_PATH = 500

/** Without its query (requirements §2 Route table). Calls and files are no pages. */
export function logMissingPath(
  log: { warn: (facts: { path: string }, message: string) => unknown },
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const path = (req.url ?? '').split('?', 1)[0] ?? ''
  if (path.startsWith('/api/') || path.startsWith('/_next/')) return
  res.once('finish', () => {
    if (res.statusCode === 404) log.warn({ path: path.slice(0, LONGEST_PATH) }, 'Page not found')
  })
}

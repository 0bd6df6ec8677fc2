import type { IncomingMessage, ServerResponse } from 'node:http'

/** Of a connection: the body that comes over it now may take as long as a file does. */
const LONG_BODY = 'shop:long-body'

/** Whether a request has a body, or says that it has one. */
const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends the connection of a client that lets its request's body drip, also after the answer, which need not wait for it.
 * A body that nobody looks at (GET, HEAD) is not waited for: the connection ends with the answer.
 * @param ms in which the whole body must have come
 */
export function limitBodyTime(req: IncomingMessage, res: ServerResponse, ms: number): void {
  if (!hasBody(req)) return
  const { socket } = req
  if (req.method === 'GET' || req.method === 'HEAD') res.shouldKeepAlive = false
  const timer = setTimeout(() => {
    stop()
    if (!req.complete) socket.destroy()
  }, ms)
  const stop = () => {
    clearTimeout(timer)
    req.off('end', stop)
    socket.off('close', stop)
    socket.off(LONG_BODY, stop)
  }
  req.once('end', stop)
  socket.once('close', stop)
  socket.once(LONG_BODY, stop)
}

/**
 * Gives the body of a request the time of a file (`requestTimeout`), once it is known who sends it. By the connection,
 * because Next bundles its routes apart from the process's entry.
 */
export function extendBodyTimeout({ socket }: Pick<IncomingMessage, 'socket'>): void {
  socket.emit(LONG_BODY)
}

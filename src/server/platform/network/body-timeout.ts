import type { IncomingMessage, ServerResponse } from 'node:http'

const LONG_BODY = 'shop:long-body'

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Closes the connection of a client whose body drips, even after an early answer. @param ms for the whole body */
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

/** Once the sender is known. Marks the connection, because Next bundles routes apart from the process's entry. */
export function extendBodyTimeout({ socket }: Pick<IncomingMessage, 'socket'>): void {
  socket.emit(LONG_BODY)
}

import { Agent, request } from 'node:http'
import type { FuzzRequest } from './arbitrary-request'

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** An answer that does not come is a fault too (ms). */
const LONGEST_WAIT_MS = 30_000

/** Sends a request as it stands; of a stream only the beginning is waited for. */
export function sender(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ method, url, headers, body }: FuzzRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      // Node leaves the length out where a method has no body as a rule; the body would be the next request.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const req = request({ host: '127.0.0.1', port, agent, method, path: url, headers: { ...headers, ...length } }, (res) => {
        const chunks: Buffer[] = []
        const done = () => {
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks).toString() })
        }
        const isStream = String(res.headers['content-type']).startsWith('text/event-stream')
        res.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          if (!isStream) return
          done()
          req.destroy()
        })
        res.on('end', done)
        res.on('error', done)
      })
      req.setTimeout(LONGEST_WAIT_MS, () => req.destroy(new Error(`No answer to ${method} ${url.slice(0, 200)}`)))
      // The server may answer and close before it has read the body of a request that it refuses.
      req.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EPIPE' || error.code === 'ECONNRESET') resolve({ status: 0, headers: {}, body: '' })
        else reject(error)
      })
      req.end(body)
    })
  return { send, close: () => agent.destroy() }
}

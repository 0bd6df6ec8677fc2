import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** Sends requests from a thread of its own, so that the server's thread does nothing but answer them. */

const agent = new Agent({ keepAlive: true })

parentPort?.on('message', ({ port, method, path, headers, body }) => {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
    const tell = () => parentPort?.postMessage(answer.statusCode)
    if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
      tell()
      answer.destroy()
      return
    }
    answer.resume()
    // Also after an answer that breaks off.
    answer.once('close', tell)
  })
  let over = false
  sent.once('error', () => {
    if (!over) parentPort?.postMessage(0)
    over = true
  })
  sent.end(body)
})

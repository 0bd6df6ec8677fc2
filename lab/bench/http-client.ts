import { Agent, request } from 'node:http'

/** A client that holds one connection and does little of its own, so that what is measured is the server. */
export function leanClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (
    path: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string },
  ) =>
    new Promise<number>((resolve, reject) => {
      const length: Record<string, string> = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      request(`${url}${path}`, { agent, method, headers: { ...headers, ...length } }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
        .once('error', reject)
        .end(body)
    })
  return {
    send,
    close: () => {
      agent.destroy()
    },
  }
}

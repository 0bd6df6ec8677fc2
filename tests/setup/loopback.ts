import { request, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

/** An answer as it comes over the wire, without unpacking. */
export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Lets a server listen on a free port of this machine, and says which. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens at no port')
  return address.port
}

/** Ends a server and whatever is connected to it. */
export const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Asks a server on this machine; a HEAD or a GET unless `method` says otherwise. */
export const ask = (port: number, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<RawAnswer>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) })
      })
    })
      .on('error', reject)
      .end()
  })

/** Sends bytes as they are and answers all that comes back until the server ends the connection. */
export const sendRaw = (port: number, bytes: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (part) => (text += String(part)))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve(text)
    })
    socket.write(bytes, 'latin1')
  })

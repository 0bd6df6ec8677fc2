import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createRequestContext } from '~/server/api/request-context'
import { createCaller } from '~/server/api/root'

/** A request as it reaches a handler, with headers and cookies, and its answer. */
function fakeRequest(headers: Record<string, string> = {}, cookies: Record<string, string> = {}) {
  const req = Object.assign(new IncomingMessage(new Socket()), { headers, cookies })
  return { req, res: new ServerResponse(req) }
}

/** A request from a peer, whose connection is closed where it has no address. */
export function requestFrom(peer: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  return Object.assign(new IncomingMessage(socket), { headers })
}

/** A caller whose session comes from the headers and cookies of a request; the shop's services must be set. */
export const callerWith = async (headers: Record<string, string>, cookies?: Record<string, string>) =>
  createCaller(await createRequestContext(fakeRequest(headers, cookies)))

export const callerByToken = (accessToken: string) => callerWith({ authorization: `Bearer ${accessToken}` })

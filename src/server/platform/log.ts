import pino, { type DestinationStream, type Logger } from 'pino'
import { currentRequestId } from './request-scope'

export type { Logger } from 'pino'

/** Never logged, even by mistake. */
const SECRETS = ['password', 'passwordHash', 'token', 'accessToken', 'refreshToken', 'secret', 'code', 'cookie', 'authorization']

/** One JSON line per event, with the request's id. Log the names of inputs, never their values. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const requestId = currentRequestId()
      return requestId ? { requestId } : {}
    },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

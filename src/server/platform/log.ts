import pino, { type DestinationStream, type Logger } from 'pino'
import { currentRequestId } from './request-scope'

export type { Logger } from 'pino'

/** Whatever a program logs by mistake under one of these names is not written. */
const SECRETS = ['password', 'passwordHash', 'token', 'accessToken', 'refreshToken', 'secret', 'code', 'cookie', 'authorization']

/**
 * The process's logger: one JSON line an event, with the id of the request that it happened in. Inputs of calls are
 * never logged, only their names.
 */
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

import pino, { type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** Whatever a program logs by mistake under one of these names is not written. */
const SECRETS = ['password', 'passwordHash', 'token', 'accessToken', 'refreshToken', 'secret', 'code', 'cookie', 'authorization']

/** The process's logger: one JSON line an event. Inputs of calls are never logged, only their names. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  }
  return destination ? pino(options, destination) : pino(options)
}

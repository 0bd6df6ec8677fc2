import { Writable } from 'node:stream'
import { createLogger } from '~/server/platform/log'

/** A logger that writes everything, and what it has written. */
export function openCapturedLog() {
  const lines: string[] = []
  const log = createLogger(
    'trace',
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    }),
  )
  return { log, lines, text: () => lines.join('') }
}

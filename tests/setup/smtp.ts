import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Refuses a letter with these words and this code, as a mail server would. */
const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

/**
 * A mail server on a loopback port: keeps what it is sent. `refuse` answers the next letters with a
 * code; its words quote the letter, as content filters do.
 */
export async function openSmtpServer() {
  const messages: Buffer[] = []
  const codes: number[] = []
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void buffer(stream).then((message) => {
        attempts += 1
        const code = codes.shift()
        if (code !== undefined) {
          done(refusal(code, `Refused: ${/#\w+=\S+/.exec(message.toString())?.[0] ?? 'no link'}`))
          return
        }
        messages.push(message)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    attempts: () => attempts,
    refuse: (...next: number[]) => codes.push(...next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      }),
  }
}

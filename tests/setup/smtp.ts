import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** Refuses an email with these words and this code, as a mail server would. */
const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

/**
 * A mail server on a loopback port: keeps what it is sent. `refuse` answers the next emails with a
 * code; its words quote the email, as content filters do.
 * @param wanted a port; 0 for any
 * @param starttls true to offer TLS, with a certificate that nobody has signed
 */
export async function openSmtpServer(wanted = 0, { starttls = false } = {}) {
  const messages: Buffer[] = []
  const codes: number[] = []
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: starttls ? [] : ['STARTTLS'],
    onData: (stream, _session, done) => {
      const take = (message: Buffer) => {
        attempts += 1
        const code = codes.shift()
        if (code !== undefined) {
          done(refusal(code, `Refused: ${/#\w+=\S+/.exec(message.toString())?.[0] ?? 'no link'}`))
          return
        }
        messages.push(message)
        done()
      }
      // A client that leaves in the middle of an email has not sent it.
      buffer(stream).then(take, done)
    },
  })
  // A client may be killed in the middle of its email.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
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

import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from '~/server/log'
import { metrics } from '~/server/metrics/metrics'
import type { Letter, Mailer } from './mailer'
import { asMessage } from './message'

/**
 * Without a mail server each letter becomes a whole message (RFC 5322) in `DATA_DIR/mail`, for its owner
 * alone, because letters carry links that open accounts. Names sort by time.
 */
export class LetterFolder implements Mailer {
  readonly #folder: string
  readonly #transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  #written = 0

  constructor(
    dataDir: string,
    private readonly from: string,
    private readonly log: Logger,
  ) {
    this.#folder = path.join(dataDir, 'mail')
  }

  async send(letter: Letter): Promise<void> {
    const name = this.#nextName()
    try {
      const { message } = await this.#transport.sendMail(asMessage(this.from, letter))
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      // Whoever watches the folder for *.eml sees whole letters only.
      const unfinished = path.join(this.#folder, `${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, path.join(this.#folder, `${name}.eml`))
      metrics().letters.inc({ result: 'sent' })
      this.log.info({ subject: letter.subject, file: `${name}.eml` }, 'Letter written')
    } catch (err) {
      metrics().letters.inc({ result: 'failed' })
      this.log.error({ subject: letter.subject, err }, 'Letter not written')
    }
  }

  /** The time, then the order within this process, then something of its own. */
  #nextName(): string {
    this.#written += 1
    const time = new Date().toISOString().replaceAll(':', '-')
    return `${time}-${String(this.#written).padStart(6, '0')}-${randomBytes(3).toString('hex')}`
  }
}

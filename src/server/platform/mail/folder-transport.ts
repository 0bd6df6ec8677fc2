import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { JobFault } from '~/server/platform/jobs/job-fault'
import type { Logger } from '~/server/platform/log'
import type { Email, Mailer, EmailIdentity } from './email'
import { asMessage } from './message'

/**
 * Without a mail server each email becomes a whole message (RFC 5322) in `DATA_DIR/mail`, for its owner
 * alone, because emails carry links that open accounts. Names sort by time.
 */
export class FolderTransport implements Mailer {
  readonly #folder: string
  readonly #transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  constructor(
    dataDir: string,
    private readonly from: string,
    private readonly log: Logger,
  ) {
    this.#folder = path.join(dataDir, 'mail')
  }

  async send(email: Email, identity: EmailIdentity): Promise<void> {
    // An email that is written once more takes its own place.
    const name = `${identity.postedAt.toISOString().replaceAll(':', '-')}-${identity.id}`
    try {
      const { message } = await this.#transport.sendMail(asMessage(this.from, email, identity))
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      // Whoever watches the folder for *.eml sees whole emails only.
      const unfinished = path.join(this.#folder, `${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, path.join(this.#folder, `${name}.eml`))
    } catch (err) {
      this.log.error({ subject: email.subject, err }, 'Letter not written')
      throw new JobFault(codeOf(err))
    }
    this.log.info({ subject: email.subject, file: `${name}.eml` }, 'Letter written')
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error')

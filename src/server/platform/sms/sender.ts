import { env } from '~/env'
import { JobError } from '~/server/platform/errors'
import type { Logger } from '~/server/platform/log'
import { metrics } from '~/server/platform/metrics/metrics'
import { recordStatus, requestInSpan, type Span } from '~/server/platform/tracing/tracing'

export interface SmsMessage {
  to: string
  channel: 'sms' | 'whatsapp'
  text: string
}

export interface SmsSender {
  /** @throws {JobError} when the message was not accepted */
  send(message: SmsMessage): Promise<void>
}

export interface SmsSenderOptions {
  log: Logger
  development?: boolean
  timeoutMs?: number
}

const TIMEOUT_MS = 5_000

/** Posts JSON `{to, channel, text}` (contract.md, SMS_WEBHOOK_URL). */
class WebhookSender implements SmsSender {
  constructor(
    private readonly url: string,
    private readonly log: Logger,
    private readonly timeoutMs: number,
  ) {}

  send(message: SmsMessage): Promise<void> {
    return requestInSpan('POST', this.url, (span) => this.#post(message, span))
  }

  async #post({ to, channel, text }: SmsMessage, span: Span): Promise<void> {
    let status: number
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, channel, text }),
        // A redirected POST would lose its body, or carry the code to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.timeoutMs),
      })
      status = response.status
      recordStatus(span, status, 400)
      // Only the status counts; an unread body would keep the connection.
      await response.body?.cancel()
    } catch (error) {
      metrics().sms.inc({ result: 'unreached' })
      const reason = error instanceof Error ? error.name : 'unknown'
      this.log.error({ channel, reason }, 'SMS webhook not reached')
      throw new JobError(reason)
    }
    const taken = status >= 200 && status <= 299
    metrics().sms.inc({ result: taken ? 'sent' : 'refused' })
    if (!taken) {
      this.log.error({ channel, status }, 'SMS webhook refused a message')
      throw new JobError(`HTTP ${status}`)
    }
  }
}

class LogSender implements SmsSender {
  constructor(private readonly log: Logger) {}

  send({ to, channel, text }: SmsMessage): Promise<void> {
    this.log.info({ to, channel, text }, 'No SMS_WEBHOOK_URL: the message is logged, in development only')
    return Promise.resolve()
  }
}

/** @returns null if phone factors cannot be offered */
export function createSmsSender(
  webhookUrl: string | undefined,
  { log, development = false, timeoutMs = TIMEOUT_MS }: SmsSenderOptions,
): SmsSender | null {
  if (webhookUrl) return new WebhookSender(webhookUrl, log, timeoutMs)
  return development ? new LogSender(log) : null
}

export const smsSenderOfEnvironment = (log: Logger, { SMS_WEBHOOK_URL, NODE_ENV } = env()): SmsSender | null =>
  createSmsSender(SMS_WEBHOOK_URL, { log, development: NODE_ENV === 'development' })

/** The owner recognises the number, and nobody else learns it. */
export const maskedPhone = (phone: string) => `•••• ${phone.slice(-4)}`

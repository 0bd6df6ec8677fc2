import * as z from 'zod'
import { env } from '~/env'
import { boundedFetch } from '~/server/catalogue/shop/shopify/bounded-fetch'
import { JobError } from '~/server/platform/errors'
import type { VatLookup } from './vat-checks'

const ANSWER_WITHIN_MS = 5_000
const LARGEST_ANSWER = 64 * 1024
const FOUND = 200
const NOT_FOUND = 404

const found = z.object({ target: z.object({ vatNumber: z.string() }) })
const unknownNumber = z.object({ code: z.literal('NOT_FOUND') })

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** HMRC's 'Check a UK VAT number' API. An answer that is late, too long or of another form says nothing about the number. */
export const vatLookupAt =
  (base: string, { withinMs = ANSWER_WITHIN_MS }: { withinMs?: number } = {}): VatLookup =>
  async (digits) => {
    const address = `${base.replace(/\/+$/, '')}/organisations/vat/check-vat-number/lookup/${digits}`
    let status: number
    let body: unknown
    try {
      const ask = boundedFetch(address, { largest: LARGEST_ANSWER, withinMs })
      const response = await ask(address, { headers: { accept: 'application/vnd.hmrc.1.0+json' } })
      status = response.status
      body = await response.json()
    } catch (error) {
      throw new JobError(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreadable')
    }
    if (status === FOUND) {
      const answer = found.safeParse(body)
      if (answer.success && digitsOf(answer.data.target.vatNumber) === digits) return 'valid'
    }
    // A wrong address answers 404 too, in other words.
    if (status === NOT_FOUND && unknownNumber.safeParse(body).success) return 'invalid'
    throw new JobError(`HTTP ${status}`)
  }

/** By HMRC_VAT_URL; null without it. */
export const vatLookupOfEnvironment = ({ HMRC_VAT_URL } = env()): VatLookup | null =>
  HMRC_VAT_URL === undefined ? null : vatLookupAt(HMRC_VAT_URL)

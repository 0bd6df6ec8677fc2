import { rigReading } from '~/contracts/stock/miners/cards/read-cards'
import { readNvidia } from '~/contracts/stock/miners/cards/nvidia'
import { LONGEST_READING, ReadingError } from '~/contracts/stock/miners/json'
import { isXml, readMiner } from '~/contracts/stock/miners/reading'
import type { MinerReading } from '~/contracts/stock/miners/shape'
import { decodeXml } from '~/server/platform/files/decode-xml'
import { fieldError } from '~/server/platform/errors'
import type { Services } from '~/server/services'

/** JSON and CSV are read in this process, XML in a child process. */

const NO_XML = 'This file begins like XML and cannot be read as such: it may be cut off. Save the output of: nvidia-smi -q -x'

/** @throws {ReadingError} with a sentence for people; SERVICE_UNAVAILABLE if no child process can read XML */
export async function parseReading(text: string, { log }: Pick<Services, 'log'>): Promise<MinerReading> {
  if (text.length > LONGEST_READING || !isXml(text)) return readMiner(text)
  const tree = await decodeXml(text, { log })
  if (tree === null) throw new ReadingError(NO_XML)
  return rigReading([readNvidia(tree)])
}

/** @throws BAD_REQUEST `text` */
export async function parseReadingInput(text: string, services: Pick<Services, 'log'>): Promise<MinerReading> {
  try {
    return await parseReading(text, services)
  } catch (error) {
    throw error instanceof ReadingError ? fieldError('validation_failed', 'text', error.message) : error
  }
}

export const readingMediaType = (text: string) => (/^[\s\uFEFF\0]{0,100}[{[]/.test(text.slice(0, 200)) ? 'application/json' : 'text/plain')

import { LONGEST_READING } from '~/contracts/stock/miners/json'

const TOO_LONG = 'This file is too long for a reading: at most 400 kB.'

/** @throws {RangeError} with a sentence, if the file is too long */
export async function readingText(file: File): Promise<string> {
  if (file.size > 4 * LONGEST_READING) throw new RangeError(TOO_LONG)
  const text = await file.text()
  if (text.length > LONGEST_READING) throw new RangeError(TOO_LONG)
  return text
}

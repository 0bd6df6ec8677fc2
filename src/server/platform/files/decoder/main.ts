import { readFileSync, writeSync } from 'node:fs'
import { type AnswerLine, pictureForms, WORKBOOK, WORKBOOK_TABLE, XML_TREE } from './answer'
import { contentOf } from './content-type'
import { Refused } from './refusals'

/**
 * The child process that examines one stranger's file (started by decode-file.ts): reads it from standard input, answers on standard
 * output. It knows neither the shop's settings nor where the file is. Its argument is the form of a picture, or
 * `xml-tree` for a reading, or `workbook` for a table.
 */

const OUT = 1

function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;) at += writeSync(OUT, bytes, at)
}
const say = (line: AnswerLine) => {
  write(Buffer.from(`${JSON.stringify(line)}\n`))
}

async function answer(bytes: Uint8Array): Promise<void> {
  const content = await contentOf(bytes)
  if (content.kind === 'document') {
    say(content)
    return
  }
  // Documents need no picture library.
  const { preparePicture } = await import('./picture')
  const {
    bytes: picture,
    width,
    height,
    thumbnail,
  } = await preparePicture(
    bytes,
    content.type,
    pictureForms.find((form) => form === process.argv[2]),
  )
  say({ kind: 'picture', width, height, bytes: picture.byteLength, thumbnailBytes: thumbnail.bytes.byteLength })
  write(picture)
  write(thumbnail.bytes)
}

/** The elements of XML, for a reading of graphics cards; null if it is no XML. */
async function answerTree(bytes: Uint8Array): Promise<void> {
  const { xmlTree, XmlFault } = await import('./xml-tree')
  try {
    write(Buffer.from(JSON.stringify(xmlTree(Buffer.from(bytes).toString('utf8')))))
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    write(Buffer.from('null'))
  }
}

/** The rows of a workbook as CSV. */
async function answerTable(bytes: Uint8Array): Promise<void> {
  const { workbookCsv, WorkbookFault } = await import('./workbook')
  try {
    const csv = workbookCsv(bytes)
    write(Buffer.from(WORKBOOK_TABLE))
    write(Buffer.from(csv))
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error
    write(Buffer.from(error.message))
  }
}

const forms = new Map([
  [XML_TREE, answerTree],
  [WORKBOOK, answerTable],
])

try {
  await (forms.get(process.argv[2] ?? '') ?? answer)(readFileSync(0))
} catch (error) {
  if (!(error instanceof Refused)) throw error
  say({ refused: error.reason })
}

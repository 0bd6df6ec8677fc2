import { readFileSync, writeSync } from 'node:fs'
import { type AnswerLine, pictureForms, type TreeForm, treeForms, WORKBOOK, WORKBOOK_TABLE } from './answer'
import { contentOf } from './content-type'
import { Refused } from './refusals'

/** One stranger's file from standard input (see decode-file.ts). The argument is the form of a picture, of a text, or `workbook`. */

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

async function xml(text: string, most?: number): Promise<unknown> {
  const { xmlTree, XmlFault } = await import('./xml-tree')
  try {
    return xmlTree(text, most)
  } catch (error) {
    if (error instanceof XmlFault) return null
    throw error
  }
}

const trees: Record<TreeForm, (text: string) => Promise<unknown>> = {
  'xml-tree': (text) => xml(text),
  'statement-xml': async (text) => xml(text, (await import('./xml-tree')).MOST_OF_STATEMENT),
  ofx: async (text) => (await import('./ofx-tree')).ofxTree(text),
  mt940: async (text) => (await import('./mt940-fields')).mt940Statements(text),
}

async function answerTree(form: TreeForm, bytes: Uint8Array): Promise<void> {
  write(Buffer.from(JSON.stringify(await trees[form](Buffer.from(bytes).toString('utf8')))))
}

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

try {
  const [, , argument] = process.argv
  const form = treeForms.find((each) => each === argument)
  const bytes = readFileSync(0)
  if (form) await answerTree(form, bytes)
  else await (argument === WORKBOOK ? answerTable(bytes) : answer(bytes))
} catch (error) {
  if (!(error instanceof Refused)) throw error
  say({ refused: error.reason })
}

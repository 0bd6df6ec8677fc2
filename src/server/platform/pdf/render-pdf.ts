import path from 'node:path'
import { bulkhead } from 'cockatiel'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'

/** Makes PDF documents (docs/decisions/048): no network, no files but the fonts, and the same bytes for the same document. */

const inPackages = (...parts: string[]) => path.join(process.cwd(), 'node_modules', ...parts)
const archivo = (style: string) => inPackages('@expo-google-fonts/archivo', style, `Archivo_${style}.ttf`)
const dejaVu = (name: string) => inPackages('dejavu-fonts-ttf/ttf', `${name}.ttf`)

/** The site's font, and one that has the letters of nearly all other scripts that are written from left to right. */
const fonts = {
  Archivo: { normal: archivo('400Regular'), bold: archivo('700Bold') },
  'DejaVu Sans': { normal: dejaVu('DejaVuSans'), bold: dejaVu('DejaVuSans-Bold') },
}
const fontFiles = new Set(Object.values(fonts).flatMap(({ normal, bold }) => [normal, bold]))

/** More than any document of ours has: what plain SQL has put into a row ends somewhere. */
const MOST_PAGES = 40
/** Documents are made one after another, in the thread that answers calls; so many wait. */
const WAITING = 100
const gate = bulkhead(1, WAITING)

async function loadEngine() {
  const { default: engine } = await import('pdfmake')
  engine.setFonts(fonts)
  engine.setUrlAccessPolicy(() => false)
  engine.setLocalAccessPolicy((file) => fontFiles.has(file))
  return engine
}
let loading: ReturnType<typeof loadEngine> | undefined

export interface PdfDocument extends TDocumentDefinitions {
  info: { title: string; author: string; creationDate: Date; creator?: string; producer?: string }
  /** Pages beyond are left out. The library knows it, its types do not. */
  maxPagesNumber?: number
}

/**
 * The document as PDF, at most 40 pages. The same document, with the same time in it, gives the same bytes.
 * @throws BulkheadRejectedError while a hundred others wait
 */
export const renderPdf = (document: PdfDocument): Promise<Buffer> =>
  gate.execute(async () => {
    loading ??= loadEngine()
    const engine = await loading
    const { author } = document.info
    const whole: PdfDocument = {
      maxPagesNumber: MOST_PAGES,
      language: 'en-GB',
      displayTitle: true,
      ...document,
      info: { ...document.info, creator: author, producer: author },
      defaultStyle: { font: 'Archivo', fontSize: 10, lineHeight: 1.2, color: '#13171b', ...document.defaultStyle },
    }
    return engine.createPdf(whole).getBuffer()
  })

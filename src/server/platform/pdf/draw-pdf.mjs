// @ts-check
import path from 'node:path'
import { toSVG } from 'bwip-js/node'
import engine from 'pdfmake'
import files from 'pdfmake/js/virtual-fs.js'

/**
 * Runs in the thread that draws documents (docs/decisions/018): no network, no files but the fonts, and the same bytes for the
 * same document. JavaScript, so that Node runs it as it stands in development and in tests; the build
 * makes a file of its own of it.
 */

/** @param {string[]} parts */
const inPackages = (...parts) => path.join(process.cwd(), 'node_modules', ...parts)
/** @param {string} style */
const archivo = (style) => inPackages('@expo-google-fonts/archivo', style, `Archivo_${style}.ttf`)
/** @param {string} name */
const dejaVu = (name) => inPackages('dejavu-fonts-ttf/ttf', `${name}.ttf`)

/** The site's font, and one that has the letters of nearly all other scripts that are written from left to right. */
const SECOND = 'DejaVu Sans'
const fonts = {
  Archivo: { normal: archivo('400Regular'), bold: archivo('700Bold') },
  [SECOND]: { normal: dejaVu('DejaVuSans'), bold: dejaVu('DejaVuSans-Bold') },
}
const fontFiles = new Set(Object.values(fonts).flatMap(({ normal, bold }) => [normal, bold]))
engine.setFonts(fonts)
engine.setUrlAccessPolicy(() => false)
engine.setLocalAccessPolicy((file) => fontFiles.has(file))

engine.setTableLayouts({
  grid: {
    hLineWidth: (line) => (line === 0 ? 0 : 0.75),
    vLineWidth: () => 0,
    hLineColor: () => '#c9ced4',
    paddingLeft: (column) => (column === 0 ? 0 : 8),
    paddingRight: () => 0,
    paddingTop: () => 4,
    paddingBottom: () => 4,
  },
})

/** Modules that stay free beside bars, ten on each side (ISO/IEC 15417). */
const BAR_QUIET = 20

/**
 * A code as SVG, which fills the room that the document gives it. With `dots` the room is so many dots of a printer, and each module of
 * the code is a whole number of them; the room of bars is with their quiet zones.
 *
 * @param {{ kind: 'qrcode' | 'code128', text: string, dots?: { width: number, height: number } }} asked
 */
function drawCode({ kind, text, dots }) {
  const svg = toSVG({ bcid: kind, text, scale: 1, padding: 0 })
  if (dots === undefined) return svg.replace('<svg ', '<svg preserveAspectRatio="none" ')
  const [, width = 1, height = 1] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number)
  // The library draws a module of a QR code two units wide, and bars from one unit on.
  const modules = kind === 'qrcode' ? width / 2 : width
  const side = modules * Math.max(1, Math.floor(dots.width / (modules + (kind === 'code128' ? BAR_QUIET : 0))))
  const tall = kind === 'qrcode' ? side : dots.height
  const [x, y] = [Math.floor((dots.width - side) / 2), Math.floor((dots.height - tall) / 2)]
  return svg
    .replace(/viewBox="[^"]*"/, `viewBox="0 0 ${dots.width} ${dots.height}"`)
    .replace('>', `><g transform="translate(${x} ${y}) scale(${side / width} ${tall / height})">`)
    .replace(/<\/svg>\s*$/, '</g></svg>')
}

/**
 * Codes come as JSON in the place of their drawing (`code` and `bars` of sheet.ts).
 *
 * @param {string} key
 * @param {unknown} value
 */
const withCodes = (key, value) =>
  key === 'svg' && typeof value === 'string' && value.startsWith('{') ? drawCode(JSON.parse(value)) : value

/** Stores a file under a name for the document being drawn. @param {string} name @param {Buffer} bytes */
function store(name, bytes) {
  files.default.writeFileSync(name, bytes)
  return name
}

/** @param {unknown} document */
async function otherFonts(document) {
  // Imported here because most documents do not need it.
  const { withOtherScripts } = await import('./other-scripts.mjs')
  return withOtherScripts(document, { name: SECOND, file: dejaVu('DejaVuSans') }, store)
}

/** More than any document of ours has: what plain SQL has put into a row ends somewhere. */
const MOST_PAGES = 40

/**
 * @param {{ json: string, createdAt: number }} asked a `PdfDocument`, and when it is made (milliseconds since 1970)
 * @returns {Promise<Uint8Array>} the file
 */
export default async function draw({ json, createdAt }) {
  /** @type {Omit<import('./render-pdf').PdfDocument, 'createdAt'>} */
  const { title, author, foot, defaultStyle, mostPages = MOST_PAGES, ...document } = JSON.parse(json, withCodes)
  files.default.storage = {}
  engine.setFonts({ ...fonts, ...(json.includes(`"${SECOND}"`) && (await otherFonts([document, foot]))) })
  /** @type {import('pdfmake/interfaces').TDocumentDefinitions & { maxPagesNumber: number }} */
  const definition = {
    ...document,
    // The library knows it, its types do not.
    maxPagesNumber: mostPages,
    language: 'en-GB',
    displayTitle: true,
    // Keeps a heading from ending up alone at the end of a page.
    pageBreakBefore: ({ headlineLevel }, nodes) => headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
    info: { title, author, creator: author, producer: author, creationDate: new Date(createdAt) },
    defaultStyle: { font: 'Archivo', fontSize: 10, lineHeight: 1.2, color: '#13171b', ...defaultStyle },
    footer: (page, pages) =>
      foot && {
        // Cloned for each page: the library writes into its input.
        stack: [
          { text: structuredClone(foot.company ?? ''), fontSize: 7, margin: [0, 0, 0, 3] },
          {
            columns: [
              { text: structuredClone(foot.text), width: '*' },
              { text: `Page ${page} of ${pages}`, width: 'auto', alignment: 'right' },
            ],
            columnGap: 12,
          },
        ],
        margin: foot.margin,
        fontSize: 8,
        color: '#5b6570',
      },
  }
  return engine.createPdf(definition).getBuffer()
}

import { strToU8, zipSync } from 'fflate'

/** A cell: a text, a number, or one with the number of its style. */
export type WorkbookCell = string | number | boolean | null | { value: number; style: number }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** The parts of a workbook (.xlsx) as spreadsheets write them: shared strings, a hidden sheet before, days as numbers in style 1. */
export function workbookParts(rows: readonly (readonly WorkbookCell[] | null)[]): Record<string, string> {
  const strings: string[] = []
  const cell = (value: WorkbookCell, reference: string) => {
    if (value === null) return ''
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
    if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`
    if (typeof value === 'object') return `<c r="${reference}" s="${value.style}"><v>${value.value}</v></c>`
    strings.push(value)
    return `<c r="${reference}" t="s"><v>${strings.length - 1}</v></c>`
  }
  const sheet = rows
    .map((cells, row) =>
      cells ? `<row r="${row + 1}">${cells.map((value, column) => cell(value, `${letters(column)}${row + 1}`)).join('')}</row>` : '',
    )
    .join('')
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="Lists" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Stock" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${strings.map((text) => `<si><r><t xml:space="preserve">${escaped(text)}</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
  }
}

export const zipped = (parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))

export const workbook = (rows: readonly (readonly WorkbookCell[] | null)[]) => zipped(workbookParts(rows))

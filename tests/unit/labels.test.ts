// @module-tag full
import { describe, expect, it } from 'vitest'
import { labels } from '~/server/platform/pdf/labels'
import { renderPdf } from '~/server/platform/pdf/render-pdf'
import { missingReaders, printLabels } from '../setup/label-readers'

/** Labels at 203 dpi without smoothing, as label printers print them, read by two readers. */

const site = 'https://shop.example.com'
const names = [
  ...['U-10001', 'P-10001', 'LOC:B3', 'U-1234567890', 'LOC:Shelf B3', 'LOC:bench 12 top', 'abcdefghijklmnop', 'ABCDEFGHIJKLMNOP'],
  ...['1234567890123456', '~}|{z `_^]\\[@?>=', 'a1B2c3D4e5F6g7H8', 'LOC:A-1/2 (left)', '0', 'Q'],
  // Each length that bars may have.
  ...Array.from({ length: 16 }, (_, length) => 'U-4F9K2M7X1C8V5B3N'.slice(0, length + 1)),
]
const print = async (texts: readonly string[], addressOf = (text: string) => `${site}/admin/scan?code=${encodeURIComponent(text)}`) =>
  printLabels(
    await renderPdf(
      labels({
        ...{ title: 'Labels', author: 'Ohmfield', printedAt: new Date('2026-11-20T12:00:00Z') },
        labels: texts.map((text) => ({
          address: addressOf(text),
          name: text,
          lines: [['Bitmain Antminer S19j Pro 104T', 40]],
          bars: text,
        })),
      }),
    ),
  )

describe.skipIf(missingReaders.length > 0)(
  `labels at 203 dpi${missingReaders.length > 0 ? ` (needs ${missingReaders.join(' ')})` : ''}`,
  () => {
    it('are read by ZBar and by our own reader, up to 16 characters in bars', async () => {
      const pages = await print(names)
      expect(pages.map(({ width, height }) => `${width}x${height}`)).toEqual(names.map(() => '496x232'))
      const expected = names.map((text) => [`${site}/admin/scan?code=${encodeURIComponent(text)}`, text].toSorted())
      expect(pages.map(({ own }) => own.toSorted())).toEqual(expected)
      expect(pages.map(({ zbar }) => zbar.toSorted())).toEqual(expected)
    })

    it('have the QR code alone where a text is longer or has other letters', async () => {
      const texts = ['ABCDEFGHIJKLMNOPQ', 'Café', 'LOC:Полка']
      for (const [place, page] of (await print(texts)).entries()) {
        const address = `${site}/admin/scan?code=${encodeURIComponent(texts[place] ?? '')}`
        expect([page.own, page.zbar]).toEqual([[address], [address]])
      }
    })

    it('have bars of whole dots, two at least, between quiet zones', async () => {
      for (const { width, isBlack } of await print(names)) {
        // A row below the QR code, which bars alone cross; without the margins.
        const row = Array.from({ length: width }, (_, x) => isBlack(x, 211))
        const runs = row.reduce<number[]>((found, black, x) => {
          if (x === 0 || black !== row[x - 1]) found.push(0)
          found.push((found.pop() ?? 0) + 1)
          return found
        }, [])
        const inside = runs.slice(1, -1)
        const least = Math.min(...inside)
        expect(least).toBeGreaterThanOrEqual(2)
        expect(inside.filter((run) => run % least !== 0)).toEqual([])
        // Quiet zones of ten modules.
        for (const margin of [runs[0] ?? 0, runs.at(-1) ?? 0]) expect(margin).toBeGreaterThanOrEqual(10 * least)
      }
    })

    it('are read whatever the length of the site’s address', async () => {
      for (const length of [12, 40, 80, 120]) {
        const address = `https://${'a'.repeat(length)}.example/u`
        for (const [page] of [await print(['U-10001'], () => address), await print(['U-1234567890'], () => address)]) {
          expect(page?.own.toSorted().at(-1)).toBe(address)
          expect(page?.zbar).toContain(address)
        }
      }
    })
  },
)

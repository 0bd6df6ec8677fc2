const KINDS = 'Pictures (JPEG, PNG, WebP, AVIF, HEIC), PDF, text and JSON are taken.'

const PICTURES = 'JPEG, PNG, WebP, AVIF and HEIC are taken.'
const MARKUP = 'SVG, HTML and XML are not taken, because they may carry scripts: save the drawing as PNG.'

export const refusals = {
  empty: 'This file is empty.',
  unknown: `Files of this kind are not taken. ${KINDS}`,
  markup: `${MARKUP} ${KINDS}`,
  unreadable: 'This picture cannot be read: it may be damaged or only a part of one. Open it, save it again as JPEG or PNG, and send that.',
  side: 'This picture is too wide or too high: 16,384 pixels at most. Send a smaller one.',
  size: 'This picture has too many pixels: about 64 million at most, fewer of those with deep colours. Send a smaller one.',
  avif: 'This picture has too many pixels: 25 million at most as AVIF. Send a smaller one, or a JPEG.',
  heic: 'This picture has too many pixels: 50 million at most as HEIC. Send a smaller one, or a JPEG.',
  scans: 'This picture is made of too many layers: 100 at most. Open it, save it again as JPEG or PNG, and send that.',
  costly: 'This picture takes more time or memory to open than we give to one. Make it smaller, or save it again as JPEG, and send that.',
} as const

export const pictureRefusals = { ...refusals, unknown: `This file is no picture. ${PICTURES}`, markup: `${MARKUP} ${PICTURES}` }

export type RefusalReason = keyof typeof refusals

export class Refused extends Error {
  override name = 'Refused'

  constructor(
    readonly reason: RefusalReason,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** Social networks take no SVG: a drawing of public/products has a card there, `/social/drawing-NAME.png`. */

/** The address of the card of a drawing's address; null for another picture. */
export function drawingCardOf(image: string): string | null {
  const [, name] = /^\/products\/([\w-]+)\.svg$/.exec(image) ?? []
  return name === undefined ? null : `/social/drawing-${name}.png`
}

/** The drawing whose card has this file name; undefined for another file. */
export const drawingOfCard = (file: string): string | undefined => /^drawing-([\w-]+)\.png$/.exec(file)?.[1]

/** Social networks take no SVG: each drawing of public/products has a card, `/social/drawing-NAME.png`. */

export function drawingCardOf(image: string): string | null {
  const [, name] = /^\/products\/([\w-]+)\.svg$/.exec(image) ?? []
  return name === undefined ? null : `/social/drawing-${name}.png`
}

/** Undefined for a file that is not a drawing's card. */
export const drawingOfCard = (file: string): string | undefined => /^drawing-([\w-]+)\.png$/.exec(file)?.[1]

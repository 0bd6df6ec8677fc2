/** SVG drawings in place of photographs; the file store turns them into pictures. */

const GRAPHITE = '#1f2937'
const STEEL = '#9ca3af'
const LIGHT = '#e5e7eb'
const AMBER = '#f59e0b'
const GREEN = '#15803d'
const RED = '#b91c1c'

const WIDTH = 1200
const HEIGHT = 900

const page = (parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${LIGHT}"/>${parts.join('')}</svg>`

const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 6) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
const circle = (x: number, y: number, radius: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

const fan = (x: number, y: number, radius: number) => [
  circle(x, y, radius, GRAPHITE),
  ...Array.from(
    { length: 7 },
    (_, blade) =>
      `<ellipse cx="${x}" cy="${y - radius / 2}" rx="${radius / 5}" ry="${radius / 2.3}" fill="${STEEL}" transform="rotate(${(blade * 360) / 7 + 20} ${x} ${y})"/>`,
  ),
  circle(x, y, radius / 4, GRAPHITE),
]

const chips = (columns: number, rows: number, broken: readonly number[]) =>
  Array.from({ length: columns * rows }, (_, chip) => {
    const x = 150 + (chip % columns) * (900 / columns)
    const y = 250 + Math.floor(chip / columns) * (400 / rows)
    return rect(x, y, 44, 44, broken.includes(chip) ? RED : GRAPHITE, 4)
  })

const drawings = {
  front: page([rect(150, 150, 900, 600, STEEL, 20), ...fan(390, 450, 190), ...fan(810, 450, 190), rect(150, 150, 240, 34, AMBER)]),
  board: page([rect(100, 180, 1000, 540, GREEN, 12), ...chips(15, 5, []), rect(100, 180, 1000, 40, STEEL)]),
  brokenBoard: page([
    rect(100, 180, 1000, 540, GREEN, 12),
    ...chips(15, 5, [37, 38]),
    rect(100, 180, 1000, 40, STEEL),
    circle(790, 590, 60, AMBER),
  ]),
  supply: page([
    rect(200, 250, 800, 400, GRAPHITE, 16),
    ...fan(420, 450, 140),
    rect(700, 330, 220, 60, AMBER),
    rect(700, 430, 220, 120, STEEL),
  ]),
  label: page([
    rect(250, 250, 700, 400, '#ffffff', 12),
    ...Array.from({ length: 36 }, (_, bar) => rect(310 + bar * 16, 330, 4 + ((bar * 7) % 9), 160, GRAPHITE, 0)),
    rect(310, 530, 580, 30, STEEL, 0),
  ]),
} as const

export type CaseDrawing = keyof typeof drawings

/** 1200 × 900 px. */
export const caseDrawing = (name: CaseDrawing): string => drawings[name]

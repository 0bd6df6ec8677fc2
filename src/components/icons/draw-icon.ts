import { createElement, type ComponentProps } from 'react'

/** The shapes of a drawing of 24 by 24: elements of SVG with their attributes. */
type Shapes = readonly (readonly [
  tag: 'circle' | 'ellipse' | 'line' | 'path' | 'polygon' | 'polyline' | 'rect',
  attributes: Readonly<Record<string, string>>,
])[]

/** An icon of Lucide: drawn in the colour of the text around it, and hidden from screen readers unless it is named. */
export type LucideIcon = (props: ComponentProps<'svg'>) => React.ReactElement

const isNamed = (props: object) => Object.keys(props).some((name) => name === 'role' || name.startsWith('aria-'))

/** @param shapes of `npm run icons` */
export const drawIcon = (shapes: Shapes): LucideIcon =>
  function LucideDrawing(props) {
    return createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...(!isNamed(props) && { 'aria-hidden': true }),
        ...props,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }

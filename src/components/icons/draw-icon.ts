import { createElement, type ComponentProps } from 'react'

/** SVG elements with their attributes, on a grid of 24 by 24. */
type Shapes = readonly (readonly [
  tag: 'circle' | 'ellipse' | 'line' | 'path' | 'polygon' | 'polyline' | 'rect',
  attributes: Readonly<Record<string, string>>,
])[]

/** A Lucide icon in the colour of the text, hidden from screen readers unless it has a name. */
export type LucideIcon = (props: ComponentProps<'svg'>) => React.ReactElement

const isNamed = (props: object) => Object.keys(props).some((name) => name === 'role' || name.startsWith('aria-'))

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

/** What next.config.js makes of a long text. */
declare module '*.mdx' {
  import type { ReactElement } from 'react'

  /** Its second-level headings, in their order. */
  export const sections: readonly { id: string; title: string }[]

  /** The text; `components` are those that it names, and what stands for its Markdown elements. */
  export default function Content(props: { components: object }): ReactElement
}

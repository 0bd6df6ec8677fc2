import type { Thing, WithContext } from 'schema-dts'

/**
 * A script element with structured data, for `next/head`, which takes elements and no components.
 * A `<` could end the element, so it is written as an escape.
 */
export const jsonLd = (id: string, data: WithContext<Thing>) => (
  <script
    key={id}
    id={id}
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
  />
)

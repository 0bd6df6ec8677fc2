import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { iconNames } from '~/components/ui/icon'

const iconModule = z.object({ default: z.custom<React.ComponentType>() })

/** An icon of Lucide as a symbol: drawn in the colour of the text around it, and filled as the one who uses it says. */
async function symbolOf(name: string): Promise<string> {
  const { default: Drawing } = iconModule.parse(await import(`../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`))
  const drawn = renderToStaticMarkup(createElement(Drawing)).replace(/^<svg[^>]*>|<\/svg>$/g, '')
  return `<symbol id="${name}" viewBox="0 0 24 24" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawn}</symbol>`
}

it('the sprite holds each icon as Lucide draws it', async () => {
  const symbols = await Promise.all(iconNames.map(symbolOf))
  const sprite = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">', ...symbols, '</svg>', ''].join('\n')
  await expect(sprite).toMatchFileSnapshot('../../src/components/ui/icons.svg')
})

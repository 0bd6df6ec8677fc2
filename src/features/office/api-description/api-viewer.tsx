import { useEffect, useRef } from 'react'
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle'
import { API_DOCUMENT } from '~/components/layouts/admin-nav'
import { swaggerLayout } from './swagger-layout'

const DARK = 'dark-mode'
/** Swagger UI's dark colours depend on a class, the shop's on the system. */
function followSystem() {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const { classList } = document.documentElement
  const follow = () => classList.toggle(DARK, dark.matches)
  follow()
  dark.addEventListener('change', follow)
  return () => {
    dark.removeEventListener('change', follow)
    classList.remove(DARK)
  }
}

export function ApiViewer() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const domNode = document.createElement('div')
    frame.current?.append(domNode)
    SwaggerUI({
      domNode,
      url: API_DOCUMENT,
      layout: 'ShopLayout',
      defaultModelRendering: 'model',
      defaultModelExpandDepth: 4,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      deepLinking: true,
      supportedSubmitMethods: [],
      validatorUrl: null,
      plugins: [swaggerLayout],
    })
    const stopFollowing = followSystem()
    return () => {
      stopFollowing()
      domNode.remove()
    }
  }, [])
  return <div ref={frame} />
}

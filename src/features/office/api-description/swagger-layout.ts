/** Swagger UI's own React makes a component from these. */
interface Part {
  readonly $$typeof: symbol
}
type Component<Props = never> = string | ((props: Props) => Part | null)

interface System {
  React: { createElement: (type: Component, props?: object | null, ...children: (Part | string)[]) => Part }
}

/** @see https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
export interface SwaggerOptions {
  domNode: HTMLElement
  url: string
  layout: string
  docExpansion: 'list' | 'full' | 'none'
  defaultModelRendering: 'example' | 'model'
  defaultModelExpandDepth: number
  defaultModelsExpandDepth: number
  filter: boolean
  deepLinking: boolean
  supportedSubmitMethods: readonly string[]
  /** A service that validates the document; null for none. */
  validatorUrl: string | null
  plugins: readonly ((system: System) => { components: Record<string, Component> })[]
}

interface LayoutProps {
  getComponent: (name: string, container?: true) => Component
  specSelectors: { loadingStatus: () => string; info: () => { get: (field: string) => string } }
}

const STATES: Partial<Record<string, string>> = {
  failed: 'The description could not be loaded. Please try again.',
  failedConfig: 'The description could not be loaded. Please try again.',
}

/**
 * Read-only, inside a page with its own heading and main landmark: a call tried here would change the real shop. Components need Swagger
 * UI's own React.
 * @see https://swagger.io/docs/open-source-tools/swagger-ui/customization/custom-layout/
 */
export function swaggerLayout({ React: { createElement } }: System) {
  const nothing = () => null

  function ShopLayout({ getComponent, specSelectors }: LayoutProps): Part {
    const part = (name: string) => createElement(getComponent(name, true))
    const status = specSelectors.loadingStatus()
    if (status !== 'success') return createElement('p', { role: 'status' }, STATES[status] ?? 'Loading …')
    return createElement(
      'div',
      { className: 'swagger-ui' },
      createElement(getComponent('SvgAssets')),
      createElement(getComponent('Markdown'), { source: specSelectors.info().get('description') }),
      createElement('h2', null, 'Calls'),
      part('FilterContainer'),
      part('operations'),
      part('Models'),
    )
  }

  return {
    components: {
      ShopLayout,
      authorizeBtn: nothing,
      authorizeOperationBtn: nothing,
      // Plain text, since a link inside the button that opens a call is invalid; the address follows open calls anyway.
      DeepLink: ({ text }: { text: string }) => createElement('span', null, text),
      TextArea: ({ value }: { value: string }) => createElement('pre', null, value),
    },
  }
}

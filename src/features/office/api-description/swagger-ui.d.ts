declare module 'swagger-ui-dist/swagger-ui-es-bundle' {
  import type { SwaggerOptions } from '~/features/office/api-description/swagger-layout'

  const SwaggerUI: (options: SwaggerOptions) => unknown
  export = SwaggerUI
}

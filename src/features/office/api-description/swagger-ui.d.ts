/** It has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle' {
  const SwaggerUI: (options: import('./swagger-layout').SwaggerOptions) => unknown
  export = SwaggerUI
}

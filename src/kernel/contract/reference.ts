import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'

/** The OpenAPI document of what is built at `/openapi.json`, and a page to read and try it at `/reference`; both need no other host. */
export const reference = fp(async (app) => {
  app.get('/openapi.json', { config: { isPublic: true } }, async () => app.swagger())
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isPublic: true }
    })
    await scope.register(swaggerUi, {
      routePrefix: '/reference',
      staticCSP: true,
      theme: { title: 'Guildhall API reference' },
      uiConfig: {
        url: '/openapi.json',
        docExpansion: 'none',
        deepLinking: true,
        filter: true,
        persistAuthorization: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
      },
    })
  })
})

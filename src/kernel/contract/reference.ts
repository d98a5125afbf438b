import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { servedFiles } from './served-files.ts'

/** The page's scripts and styles come only from this server; its widgets set inline styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="32" viewBox="0 0 150 32">
<path d="M3 27h24M5 24h20M7 22V13M13 22V13M17 22V13M23 22V13M4 11l11-7 11 7z" fill="none" stroke="#fff" stroke-width="2"/>
<text x="36" y="22" fill="#fff" font-family="sans-serif" font-size="18" font-weight="600">Guildhall</text></svg>`

/** Inline code has the size and line height of the text around it. */
const STYLE = `.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code {
  background: #eef1f6; color: #26324d; font-size: .92em; font-weight: 500; padding: 1px 4px; border-radius: 3px }
.dark-mode .swagger-ui .markdown code, .dark-mode .swagger-ui .renderedMarkdown code { background: #2c3442; color: #dde5f4 }
.swagger-ui .info { margin: 30px 0 } .swagger-ui .info h2 { font-size: 20px } .swagger-ui table.parameters td { line-height: 1.5 }`

/** Serves the OpenAPI document at `/openapi.json` and a page to read and try it at `/reference`; both need no other host. */
export const reference = fp(async (app) => {
  const sendFile = servedFiles(app)
  app.get('/openapi.json', { config: { isPublic: true } }, (request, reply) => sendFile('json', request, reply))
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isPublic: true }
    })
    await scope.register(swaggerUi, {
      routePrefix: '/reference',
      uiHooks: {
        // The routes of the package make both documents for each request.
        preHandler: async (request, reply) => {
          const format = /^\/reference\/(json|yaml)$/.exec(request.routeOptions.url ?? '')?.[1]
          if (format === 'json' || format === 'yaml') await sendFile(format, request, reply)
        },
      },
      staticCSP: POLICY,
      logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/reference', target: '_self' },
      initOAuth: { usePkceWithAuthorizationCodeGrant: true },
      theme: { title: 'Guildhall API reference', css: [{ filename: 'guildhall.css', content: STYLE }] },
      uiConfig: {
        docExpansion: 'none',
        deepLinking: true,
        filter: true,
        persistAuthorization: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
        // Shows the scope and the cost of each operation.
        showExtensions: true,
      },
    })
  })
})

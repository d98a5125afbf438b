import fp from 'fastify-plugin'
import type { ProcessorTools } from './processors.service.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What calls of the payment processor need, for every area that charges. */
    processorTools: ProcessorTools
  }
}

export const processorTools = fp(async (app) => {
  app.decorate('processorTools', { sealer: app.sealer, processorUrl: app.config.processorUrl })
})

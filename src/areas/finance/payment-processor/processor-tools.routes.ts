import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { ProcessorTools } from './processors.service.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What calls of the payment processor need, for every area that charges. */
    readonly processorTools: ProcessorTools
  }
}

export const processorTools = fp(async (app) => {
  app.decorate('processorTools', {
    getter(this: FastifyInstance) {
      return { sealer: this.sealer, processorUrl: this.connectorConfig.processorUrl }
    },
  })
})

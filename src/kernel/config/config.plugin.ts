import fp from 'fastify-plugin'
import type { Config } from './settings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The settings of the process. */
    config: Config
  }
}

/** Decorates the application with its settings, for areas. */
export const configPlugin = fp<{ config: Config }>(async (app, { config }) => {
  app.decorate('config', config)
})

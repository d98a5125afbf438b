import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { CaptchaTools } from './captcha.service.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What captchas need. */
    readonly captchaTools: CaptchaTools
  }
}

/** Decorates the application with `captchaTools`, for public registration. */
export const captchaTools = fp(async (app) => {
  app.decorate('captchaTools', {
    getter(this: FastifyInstance) {
      return { keys: this.captchaKeys, outbound: this.outbound, config: this.connectorConfig }
    },
  })
})

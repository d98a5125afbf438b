import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** The keys that sign the challenges of captchas: the current one, and after it that of the previous secret. */
    readonly captchaKeys: readonly [Uint8Array, ...Uint8Array[]]
  }
}

/** Decorates the application with the keys of captchas, which are derived from the installation's secret. */
export const captchaKeysPlugin = fp<{ captchaKeys: readonly [Uint8Array, ...Uint8Array[]] }>(
  async (app, { captchaKeys }) => {
    app.decorate('captchaKeys', captchaKeys)
  },
)

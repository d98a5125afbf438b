import type { Requests } from '../support/identity/oauth.ts'

/** Requests over the network, for the browser of the tests. */
export const requestsTo = (origin: string): Requests => ({
  app: {
    inject: async ({ method, url, headers, payload }) => {
      const response = await fetch(`${origin}${url.replace(origin, '')}`, {
        method,
        headers,
        redirect: 'manual',
        ...(payload !== undefined && { body: payload }),
      })
      const body = await response.text()
      const cookies = response.headers.getSetCookie().map((cookie) => {
        const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
        return { name, value }
      })
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        cookies,
        body,
        json: () => JSON.parse(body),
      }
    },
  },
})

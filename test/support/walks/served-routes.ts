import type { FastifyInstance, RouteOptions } from 'fastify'

/** A method of a path that the app serves. */
export interface ServedRoute {
  method: string
  url: string
  route: RouteOptions
}

export const servedRoutes = (app: FastifyInstance): ServedRoute[] =>
  app.servedRoutes.flatMap((route) =>
    [route.method]
      .flat()
      .filter((method) => !['HEAD', 'OPTIONS'].includes(method))
      .map((method) => ({ method, url: route.url, route })),
  )

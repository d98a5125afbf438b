import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/integration/connections'
import { serve } from '#kernel/http/serve'
import { toolsOf } from '../channel/channel.routes.ts'
import { findConnectionFrom } from '../connections.queries.ts'
import { getSource } from '../exchanges/exchanges.queries.ts'
import type { Description } from './descriptions.model.ts'
import { presentFields, presentLevels, presentSource, presentType } from './lookups.presenter.ts'
import { describeTenant, listUnconnectedSources } from './lookups.queries.ts'
import { describeSource } from './source-descriptions.service.ts'

type SourceRequest = FastifyRequest<{ Params: { sourcetenantkey: string } }>

/** Serves what a connection can be made of: sources, and the types, levels and custom fields of both sides. */
export const lookups: FastifyPluginAsync = async (app) => {
  const describe = async (request: SourceRequest): Promise<Description> => {
    const source = await getSource(request.scope, request.params.sourcetenantkey)
    return describeSource(request.scope, toolsOf(app, request), source)
  }

  serve(app, operations.lookupConnectionTenants, async ({ scope }) =>
    (await listUnconnectedSources(scope)).map(presentSource),
  )

  serve(app, operations.lookupMembershipTypeMappings, async ({ scope }) =>
    (await describeTenant(scope)).Types.map(presentType),
  )

  serve(app, operations.lookupSourceMembershipTypeMappings, async (request) =>
    (await describe(request)).Types.map(presentType),
  )

  serve(app, operations.lookupSourceMembershipLevels, async (request) => presentLevels(await describe(request)))

  serve(app, operations.lookupIndividualCustomFields, async (request) => {
    const { Individual } = await describe(request)
    const connection = await findConnectionFrom(request.scope, request.params.sourcetenantkey)
    return presentFields(Individual, connection?.mapping.individuals)
  })

  serve(app, operations.lookupOrganizationCustomFields, async (request) => {
    const { Business } = await describe(request)
    const connection = await findConnectionFrom(request.scope, request.params.sourcetenantkey)
    return presentFields(Business, connection?.mapping.businesses)
  })
}

import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/custom-fields'
import { presentChoice } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveLookup, serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { presentFieldGroup } from '../custom-fields.presenter.ts'
import { getFieldGroup, listFieldGroups } from './groups.queries.ts'
import { deleteFieldGroup, saveFieldGroup } from './groups.service.ts'

/** Serves the groups of custom fields: forms show them as headings. */
export const customFieldGroups: FastifyPluginAsync = async (app) => {
  serveLookup(app, operations.lookupCustomFieldGroups, listFieldGroups)

  serveRecord(
    app,
    operations.getCustomFieldGroup,
    (scope, { params }) => getFieldGroup(scope, params.customfieldgroupid),
    presentFieldGroup,
  )

  serve(app, operations.saveCustomFieldGroup, async (request, reply) => {
    const { scope, params, body } = request
    const group = await saveFieldGroup(scope, params.customfieldgroupid, body, expectedIfMatch(request))
    sendVersion(reply, group.auditId)
    const index = (await listFieldGroups(scope)).findIndex(({ id }) => id === group.id)
    return presentChoice(group, index)
  })

  serveDelete(app, operations.deleteCustomFieldGroup, (scope, { params, expected }) =>
    deleteFieldGroup(scope, params.customfieldgroupid, expected),
  )
}

import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/custom-fields'
import { presentChoice, presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { presentFieldGroup } from './groups.presenter.ts'
import { getFieldGroup, listFieldGroups } from './groups.queries.ts'
import { deleteFieldGroup, saveFieldGroup } from './groups.service.ts'

/** The groups of custom fields: forms show them as headings. */
export const customFieldGroups: FastifyPluginAsync = async (app) => {
  serve(app, operations.lookupCustomFieldGroups, async ({ scope }) => presentChoices(await listFieldGroups(scope)))

  serve(app, operations.getCustomFieldGroup, async ({ scope, params }, reply) => {
    const group = await getFieldGroup(scope, params.customfieldgroupid)
    sendVersion(reply, group.auditId)
    return presentFieldGroup(group)
  })

  serve(app, operations.saveCustomFieldGroup, async (request, reply) => {
    const { scope, params, body } = request
    const group = await saveFieldGroup(scope, params.customfieldgroupid, body, expectedIfMatch(request))
    sendVersion(reply, group.auditId)
    const index = (await listFieldGroups(scope)).findIndex(({ id }) => id === group.id)
    return presentChoice(group, index)
  })

  serve(app, operations.deleteCustomFieldGroup, async (request) => {
    await deleteFieldGroup(request.scope, request.params.customfieldgroupid, expectedIfMatch(request))
    return {}
  })
}

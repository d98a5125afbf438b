import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/projects'
import { serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentProjectType } from '../projects/projects.presenter.ts'
import { getProjectType, listProjectTypes } from './project-types.queries.ts'
import { deleteProjectType, saveProjectType } from './project-types.service.ts'

export const projectTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.listProjectTypes, async ({ scope }) => (await listProjectTypes(scope)).map(presentProjectType))

  serve(app, operations.getProjectType, async ({ scope, params }, reply) => {
    const type = await getProjectType(scope, params.projecttypeid)
    sendVersion(reply, type.auditId)
    return presentProjectType(type)
  })

  serve(app, operations.saveProjectType, async (request, reply) => {
    const { scope, params, body } = request
    const type = await saveProjectType(scope, params.projecttypeid, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, type.auditId)
    return presentProjectType(type)
  })

  serve(app, operations.deleteProjectType, async (request) => {
    const { scope, params } = request
    await deleteProjectType(scope, params.projecttypeid, expectedVersion(request, params.auditid))
    return {}
  })
}

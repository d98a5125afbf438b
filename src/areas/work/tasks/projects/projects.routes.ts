import type { FastifyPluginAsync } from 'fastify'
import { PROJECT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/work/projects'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { projectList } from './projects.listing.ts'
import { readProject, readProjectPage } from './projects.queries.ts'
import { deleteProject, saveProject } from './projects.service.ts'

export const projects: FastifyPluginAsync = async (app) => {
  serve(app, operations.listProjects, async (request, reply) => {
    const { scope, query } = request
    const input = parseNamedListQuery(query)
    const listing = await addCustomFields(scope.db, projectList.listing, input, PROJECT_OBJECT_TYPES)
    const list = { ...projectList, listing }
    return sendList(request, reply, list, input, { read: (asked) => readProjectPage(scope, list, asked) })
  })

  serve(app, operations.getProject, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readProject(scope, params.projectid)),
  )

  serve(app, operations.saveProject, async (request, reply) => {
    const { scope, params, body } = request
    return sendVersionedRow(
      reply,
      await saveProject(scope, params.projectid, body, expectedVersion(request, body.AuditId)),
    )
  })

  serve(app, operations.deleteProject, async (request) => {
    const { scope, params } = request
    await deleteProject(scope, params.projectid, expectedVersion(request, params.auditid))
    return {}
  })
}

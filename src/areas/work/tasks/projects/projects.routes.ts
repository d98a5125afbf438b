import type { FastifyPluginAsync } from 'fastify'
import { PROJECT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/work/projects'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
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

  serveRow(app, operations.getProject, (scope, { params }) => readProject(scope, params.projectid))

  serveSave(app, operations.saveProject, (scope, { params, body, expected }) =>
    saveProject(scope, params.projectid, body, expected),
  )

  serveDelete(app, operations.deleteProject, (scope, { params, expected }) =>
    deleteProject(scope, params.projectid, expected),
  )
}

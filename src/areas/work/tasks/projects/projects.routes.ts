import type { FastifyInstance } from 'fastify'
import { operations as own } from '#contract/work/projects'
import { operations as documented } from '#contract/work/tasks'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { presentChoices } from '../choices.ts'
import { deleteMilestone, saveMilestone } from './milestones.service.ts'
import { getProjectType, listProjectTypes } from './project-types.queries.ts'
import { deleteProjectType, saveProjectType } from './project-types.service.ts'
import { presentMilestone, presentProjectType } from './projects.presenter.ts'
import { getMilestone, listMilestones, pageOfProjects, projectList, readProject } from './projects.queries.ts'
import { deleteProject, saveProject } from './projects.service.ts'

export const projectRoutes = (app: FastifyInstance): void => {
  serve(app, own.listProjects, (request, reply) =>
    sendList(request, reply, projectList, parseNamedListQuery(request.query), {
      read: (asked) => pageOfProjects(request.scope, asked),
    }),
  )

  serve(app, own.getProject, async ({ scope, params }, reply) => {
    const project = await readProject(scope, params.projectid)
    sendVersion(reply, project.auditId)
    return new JsonText(project.text)
  })

  serve(app, own.saveProject, async (request, reply) => {
    const { scope, params, body } = request
    const project = await saveProject(scope, params.projectid, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, project.auditId)
    return new JsonText(project.text)
  })

  serve(app, own.deleteProject, async (request) => {
    const { scope, params } = request
    await deleteProject(scope, params.projectid, expectedVersion(request, params.auditid))
    return {}
  })

  milestoneRoutes(app)
  projectTypeRoutes(app)
}

const milestoneRoutes = (app: FastifyInstance): void => {
  serve(app, own.listMilestones, ({ scope, params }) => listMilestones(scope, params.projectid))

  serve(app, documented.lookupMilestones, async ({ scope, params }) => {
    const milestones = await listMilestones(scope, params.projectid)
    return presentChoices(milestones.map((each) => ({ id: each.ProjectMilestoneId, name: each.Name ?? '' })))
  })

  serve(app, own.getMilestone, async ({ scope, params }, reply) => {
    const milestone = await getMilestone(scope, params.projectmilestoneid)
    sendVersion(reply, milestone.auditId)
    return presentMilestone(milestone)
  })

  serve(app, documented.saveMilestone, async (request, reply) => {
    const milestone = await saveMilestone(request.scope, request.body, expectedIfMatch(request))
    sendVersion(reply, milestone.auditId)
    return presentMilestone(milestone)
  })

  serve(app, own.deleteMilestone, async (request) => {
    await deleteMilestone(request.scope, request.params.projectmilestoneid, expectedIfMatch(request))
    return {}
  })
}

const projectTypeRoutes = (app: FastifyInstance): void => {
  serve(app, own.listProjectTypes, async ({ scope }) => (await listProjectTypes(scope)).map(presentProjectType))

  serve(app, own.getProjectType, async ({ scope, params }, reply) => {
    const type = await getProjectType(scope, params.projecttypeid)
    sendVersion(reply, type.auditId)
    return presentProjectType(type)
  })

  serve(app, own.saveProjectType, async (request, reply) => {
    const { scope, params, body } = request
    const type = await saveProjectType(scope, params.projecttypeid, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, type.auditId)
    return presentProjectType(type)
  })

  serve(app, own.deleteProjectType, async (request) => {
    const { scope, params } = request
    await deleteProjectType(scope, params.projecttypeid, expectedVersion(request, params.auditid))
    return {}
  })
}

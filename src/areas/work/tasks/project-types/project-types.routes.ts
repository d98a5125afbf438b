import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/projects'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { presentProjectType } from '../projects/projects.presenter.ts'
import { getProjectType, listProjectTypes } from '../types/types.queries.ts'
import { deleteProjectType, saveProjectType } from '../types/types.service.ts'

export const projectTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.listProjectTypes, async ({ scope }) => (await listProjectTypes(scope)).map(presentProjectType))

  serveRecord(
    app,
    operations.getProjectType,
    (scope, { params }) => getProjectType(scope, params.projecttypeid),
    presentProjectType,
  )

  serveSavedRecord(
    app,
    operations.saveProjectType,
    (scope, { params, body, expected }) => saveProjectType(scope, params.projecttypeid, body, expected),
    presentProjectType,
  )

  serveDelete(app, operations.deleteProjectType, (scope, { params, expected }) =>
    deleteProjectType(scope, params.projecttypeid, expected),
  )
}

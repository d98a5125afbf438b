import type { Scope } from '#kernel/tenancy/scope'
import { presentEdit } from './workflow-edit.ts'
import { getWorkflow, listSources } from '../workflows.queries.ts'

/** A workflow with its sources as documented, as JSON text; 404 where there is none. */
export const readWorkflowRecord = async (scope: Scope, id: number): Promise<string> =>
  JSON.stringify(presentEdit(await getWorkflow(scope, id), await listSources(scope, id)))

import type { Json, JsonObject } from '#kernel/contract/json'
import type { World } from './world.ts'

/** Ids of records by path parameter, in lower case. */
export type RecordIds = Record<string, Json | undefined>

/** A record that others refer to. */
export interface Referenced {
  ids: RecordIds
  /** The fields that contain its id. */
  field: RegExp
  /** Records that refer to it, besides the shared ones. */
  records?: RecordIds[]
}

// Why nothing shows a record after its deletion.
export const PART = 'deletes a part of one record'

export const RELATION = 'ends a relation between two records that both stay'

export const UNREFERENCED = 'deletes a record to which no other record refers'

export interface Deletion {
  operation: string
  /** Which of several kinds of record the operation deletes. */
  kind?: string
  /** Creates a record that has the mark in its names, and records that refer to it. */
  create(mark: string, shared: Shared): Promise<Referenced>
  /** Reads that show the record before, at least. */
  shownBy: string[]
  /** The read of the first of its own records, if the deletion changes a field of that record, and so its version. */
  changes?: string
  /** Reads that still show it afterwards, with the reason. */
  keptBy?: Record<string, string>
}

/** Records that refer to the records of all deletions. */
export interface Shared {
  world: World
  person: string
  organization: string
  group: number
  project: number
}

export const createShared = async (world: World): Promise<Shared> => {
  const { GroupId } = await world.post('/api/groups/0', { Name: 'Choir' })
  const { ProjectId } = await world.post('/api/projects/0', { Name: 'Fair' })
  const person = await world.person()
  const organization = await world.organization()
  await world.post('/api/ledgersettings/settings/ledgerinstall', {})
  await world.good(world.caller.get('/api/ledgersettings/settings/connect/ledgeronline'), 'connectLedger')
  return { world, person, organization, group: Number(GroupId), project: Number(ProjectId) }
}

/** Changes a record whose version is in the refusal of another one. */
export const change = async (world: World, url: string, body: object): Promise<JsonObject> => {
  const refused = await world.caller.post(url, { AuditId: 2_000_000 })
  return world.post(url, { AuditId: refused.json().AuditId, ...body })
}

/** A step of an inactive workflow. */
export const createStep = async (world: World, type: number, options: object, workflow?: Json): Promise<RecordIds> => {
  const workflowid = workflow ?? (await world.idsFor(':workflowid')).get('workflowid')
  const step = { PreviousStepId: null, SystemStepTypeId: String(type), ...options }
  const { WorkflowStepId } = await world.post(`/api/workflows/workflowstep/${workflowid}/0`, step)
  return { workflowid, workflowstepid: WorkflowStepId }
}

export const [SEND_EMAIL, ADD_TO_LIST, ADD_TAG, BRANCH, GOTO] = [3, 5, 8, 9, 10]

export const BY_AUTHOR = { getWorkflowStep: 'the author of the step has to see the id that does not exist' }

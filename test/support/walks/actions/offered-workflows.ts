import type { World } from '../world.ts'

export const WAIT = { SystemStepTypeId: '1', WaitOptions: { Quantity: 3, Unit: 'days' } }

interface WorkflowOptions {
  groupId?: number
  step?: object
  hasSource?: boolean
  isActive?: boolean
}

export const workflow = async (
  world: World,
  { groupId, step, hasSource = true, isActive = false }: WorkflowOptions,
): Promise<number> => {
  const GroupId = groupId ?? (await world.idOf('/groups/:groupid', 'groupid'))
  const WorkflowSources = hasSource ? [{ GroupId, IsAnti: false }] : []
  const sent = { Name: 'Welcome', SystemScheduleTypeId: '1', WorkflowSources }
  const id = Number((await world.post('/api/workflows/0', sent)).WorkflowId)
  if (step) await world.post(`/api/workflows/workflowstep/${id}/0`, { PreviousStepId: null, IsActive: true, ...step })
  if (isActive) await world.post(`/api/workflows/${id}/staus/update`, { AuditId: 1, IsActive: true })
  return id
}

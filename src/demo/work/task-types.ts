import { saveTaskType } from '#areas/work/tasks/types/types.service'
import type { Scope } from '#kernel/tenancy/scope'
import { NEW, withFreeName } from './saving.ts'

/** Ids of the types of tasks that the demonstration adds. */
export interface DemoTaskTypes {
  visit: number
  renewalCall: number
}

const VISIT = {
  SystemTaskTypeId: '3',
  Description: 'A meeting at the office of a member or chapter.',
  CssColor: '#0f766e',
} as const
const RENEWAL_CALL = {
  SystemTaskTypeId: '2',
  Description: 'Asks a member whether the membership will be renewed.',
  CssColor: '#b45309',
} as const

export const loadTaskTypes = async (scope: Scope): Promise<DemoTaskTypes> => {
  const create = (name: string, rest: typeof VISIT | typeof RENEWAL_CALL) =>
    withFreeName(name, (Name) => saveTaskType(scope, 0, { Name, ...rest }, NEW))
  const visit = await create('Site visit', VISIT)
  const renewalCall = await create('Renewal call', RENEWAL_CALL)
  return { visit: visit.id, renewalCall: renewalCall.id }
}

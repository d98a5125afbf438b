import { saveTaskType } from '#areas/work/tasks/types/task-types.service'
import type { Scope } from '#kernel/tenancy/scope'
import { NEW, withFreeName } from './saving.ts'

/** Types of tasks that the demonstration adds to the built-in ones, by id. */
export interface DemoTaskTypes {
  visit: number
  renewalCall: number
}

const VISIT = {
  SystemTaskTypeId: '3',
  Description: 'A meeting at the place of a member or chapter.',
  CssColor: '#0f766e',
} as const
const RENEWAL_CALL = {
  SystemTaskTypeId: '2',
  Description: 'Asks a member whether the membership goes on.',
  CssColor: '#b45309',
} as const

export const loadTaskTypes = async (scope: Scope): Promise<DemoTaskTypes> => {
  const make = (wanted: string, rest: typeof VISIT | typeof RENEWAL_CALL) =>
    withFreeName(wanted, (Name) => saveTaskType(scope, 0, { Name, ...rest }, NEW))
  const visit = await make('Site visit', VISIT)
  const renewalCall = await make('Renewal call', RENEWAL_CALL)
  return { visit: visit.id, renewalCall: renewalCall.id }
}

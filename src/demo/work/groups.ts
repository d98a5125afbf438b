import { addMembers } from '#areas/people/groups/members/members.service'
import { saveGroup } from '#areas/people/groups/groups.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Cast } from './cast.ts'
import { idIn, NEW, withFreeName } from './saving.ts'

/** The groups that the workflows take their contacts from, by id. */
export interface DemoSources {
  newcomers: number
  renewing: number
}

export const loadGroups = async (scope: Scope, { newcomers, renewing }: Cast): Promise<DemoSources> => ({
  newcomers: await makeGroup(scope, 'New members', 'Who comes in here is welcomed by a workflow.', newcomers),
  renewing: await makeGroup(scope, 'Renewals to chase', 'Whose membership ends soon, or has ended.', renewing),
})

const makeGroup = async (scope: Scope, wanted: string, Description: string, members: number[]): Promise<number> => {
  const closed = { Description, DisallowOptIn: true }
  const saved = await withFreeName(wanted, (Name) => saveGroup(scope, 0, { Name, ...closed }, NEW))
  const id = idIn(saved, 'GroupId')
  if (members.length > 0) await addMembers(scope, id, { ContactIds: members })
  return id
}

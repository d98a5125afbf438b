import { saveGroup } from '#areas/people/groups/groups.service'
import { addGroupMembers } from '#areas/people/groups/members/members.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Cast } from './cast.ts'
import { idIn, NEW, withFreeName } from './saving.ts'

/** Ids of the groups that are sources of the demo workflows. */
export interface DemoSources {
  newcomers: number
  renewing: number
}

export const loadGroups = async (scope: Scope, { newcomers, renewing }: Cast): Promise<DemoSources> => ({
  newcomers: await makeGroup(scope, 'New members', 'A workflow welcomes new members of this group.', newcomers),
  renewing: await makeGroup(scope, 'Renewals to chase', 'Contacts whose membership ends soon or has ended.', renewing),
})

const makeGroup = async (scope: Scope, wanted: string, Description: string, members: number[]): Promise<number> => {
  const closed = { Description, DisallowOptIn: true }
  const saved = await withFreeName(wanted, (Name) => saveGroup(scope, 0, { Name, ...closed }, NEW))
  const id = idIn(saved, 'GroupId')
  if (members.length > 0) await addGroupMembers(scope, id, { ContactIds: members })
  return id
}

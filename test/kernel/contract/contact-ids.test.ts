import { describe, expect, it } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { type ContactIdSlot, contactIdsOf } from '#kernel/contract/contact-ids'

const idsOf = (operationId: string, part: 'params' | 'querystring' | 'body', value: unknown): unknown[] => {
  const found: ContactIdSlot[] = []
  const operation = operationCatalogue.get(operationId)
  if (operation) contactIdsOf(operation)?.[part]?.(value, found)
  return found.map((slot) => slot.value)
}

describe('the ids of contacts in a request', () => {
  it('are found at any depth, in lists and as text', () => {
    const owners = [{ ContactId: 4 }, { ContactId: 5, CanEdit: true }]
    expect(
      idsOf('saveChapter', 'body', { Owners: owners, OrganizationContactId: '6', ParentOrganizationId: 7 }),
    ).toEqual(expect.arrayContaining([4, 5, '6', 7]))
    const task = { ContactId: '1', AssignedToContactId: '2', TaskItems: [{ AssignedToContactId: '3' }] }
    expect(idsOf('saveTask', 'body', task).sort()).toEqual(['1', '2', '3'])
    const options = { Name: 'Call', AssignedToContactId: 8 }
    expect(idsOf('saveWorkflowStep', 'body', { CreateFollowUpReminderOptions: options })).toEqual([8])
    expect(idsOf('addGroupMembers', 'body', { ContactIds: [1, 2] })).toEqual([1, 2])
    expect(idsOf('leaveGroup', 'querystring', { actingContactId: 9 })).toEqual([9])
    expect(idsOf('getPerson', 'params', { contactId: 3 })).toEqual([3])
  })

  it('leave out what only looks like a contact, by the annotation of the contract', () => {
    const pair = { WinnerContactId: 1, LoserContactId: 2 }
    expect(idsOf('mergeContacts', 'body', pair)).toEqual([1])
    expect(idsOf('restoreContact', 'params', { contactId: 1, auditId: 2 })).toEqual([])
    const params = { contactId: 1, certificationContactId: 2 }
    expect(idsOf('saveContactCertification', 'params', params)).toEqual([1])
  })

  it('are replaced where they are', () => {
    const body = { Owners: [{ ContactId: 4 }], ContactIds: [1] }
    const found: ContactIdSlot[] = []
    const operation = operationCatalogue.get('saveChapter')
    if (operation) contactIdsOf(operation)?.body?.(body, found)
    for (const slot of found) slot.replace(40)
    expect(body.Owners).toEqual([{ ContactId: 40 }])
  })
})

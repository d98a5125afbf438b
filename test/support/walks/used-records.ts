import { addImage, upload } from '../integration/files.ts'
import { usedByConnections } from './connections.ts'
import { usedByFeeds } from './native-integrations.ts'
import { type Body, RECIPES, type SaveRecipe } from './recipes.ts'
import { usedBookRecords } from './used-book-records.ts'
import { usedCommerce } from './used-commerce.ts'
import { usedLedgerRecords } from './used-ledger-records.ts'
import { usedPaymentGateways } from './used-payment-gateways.ts'
import type { Ids, World } from './world.ts'

/** Creates a record and one that uses it, and returns the path of the deletion, by "used <- user". */
export type UsedRecords = Record<string, () => Promise<string>>

/** The records that are in use, one case for each use that an area declares; some uses have several. */
export const usedRecords = (world: World): UsedRecords => {
  const idOf = async (path: string, name: string): Promise<number> => Number((await world.idsFor(path)).get(name))
  const save = async (url: string, id: string, body: object): Promise<number> =>
    Number((await world.post(url, body))[id])

  const group = () => idOf('/groups/:groupid', 'groupid')
  const person = async () => Number(await world.person())
  const task = (body: object) => save('/api/task/items/0', 'TaskItemId', { Name: 'Call', ...body })
  const field = (body: object) => world.make(customField(body), new Map())
  const customField = (body: object) => ({
    save: 'saveCustomField',
    id: 'CustomFieldId',
    body: () => ({ CustomFieldDataTypeId: '1', SelectListItems: undefined, ...body }),
  })

  const WAIT = { SystemStepTypeId: '1', WaitOptions: { Quantity: 3, Unit: 'days' } }

  /** An active workflow with one step. */
  const workflow = async (step: object, groupId?: number): Promise<void> => {
    const WorkflowSources = [{ GroupId: groupId ?? (await group()), IsAnti: false }]
    const body = { Name: 'Welcome', SystemScheduleTypeId: '1', WorkflowSources }
    const id = await save('/api/workflows/0', 'WorkflowId', body)
    await world.post(`/api/workflows/workflowstep/${id}/0`, { PreviousStepId: null, IsActive: true, ...step })
    await world.post(`/api/workflows/${id}/staus/update`, { AuditId: 1, IsActive: true })
  }

  const membership = async () => {
    const ids = await world.idsFor('/:membershiptypeid/levels/:membershiplevelid')
    const [type, level] = [Number(ids.get('membershiptypeid')), Number(ids.get('membershiplevelid'))]
    const contact = await person()
    await world.post('/api/memberships/0', { ContactId: contact, MembershipTypeId: type, LevelId: level })
    return { type, level, contact }
  }

  const chapter = async (body: Body = {}): Promise<{ id: number; organization: number }> => {
    const recipe = RECIPES.find(([end]) => end === ':chapterid')?.[1] as SaveRecipe
    const merged = async (...given: [World, Ids]) => ({ ...(await recipe.body?.(...given)), ...body })
    const id = Number(await world.make({ ...recipe, body: merged }, new Map()))
    return { id, organization: Number((await world.get(`/api/chapters/${id}`)).OrganizationId) }
  }

  const template = (body: object) => world.post('/api/projecttemplates/0', { Name: `Fair ${world.next()}`, ...body })
  const listOf = async (id: number): Promise<number> =>
    (
      await world.server.database.system.categoryItem.findFirstOrThrow({
        where: { tenantId: world.caller.tenant.id, id },
      })
    ).listId
  const categoryList = async (itemId: number) => `/api/contacts/categorylists/${await listOf(itemId)}`
  const categoryItem = async (itemId: number) => `${await categoryList(itemId)}/items/${itemId}`
  const groupInCategory = async (): Promise<number> => {
    const list = await save('/api/contacts/categorylists/0', 'CategoryListId', {
      CategoryTypeId: 3,
      Name: `L ${world.next()}`,
    })
    const item = await save(`/api/contacts/categorylists/${list}/items/0`, 'CategoryItemId', { Name: 'Printing' })
    await world.post('/api/groups/0', { Name: `G ${world.next()}`, Categories: [{ CategoryItemId: item }] })
    return item
  }

  const cases: UsedRecords = {
    'contact <- chapter': async () => `/api/contacts/${(await chapter()).organization}/1`,
    'contact <- member of staff': async () => `/api/contacts/${await world.staff()}/1`,
    'contact <- membership': async () => `/api/contacts/${(await membership()).contact}/1`,
    'calendar <- chapter': async () => {
      const CalendarId = await idOf(':calendarid', 'calendarid')
      await chapter({ PrimaryCalenderId: String(CalendarId) })
      return `/api/calendars/${CalendarId}/1`
    },
    'group <- chapter': async () => {
      const id = await group()
      await chapter({ PrimaryGroupId: String(id) })
      return `/api/groups/${id}`
    },
    'group <- calendar limited to it': async () => {
      const id = await group()
      await world.post('/api/calendars/0', { Name: `Board ${world.next()}`, GroupId: id, SystemCalendarTypeId: 3 })
      return `/api/groups/${id}`
    },
    'group <- active workflow': async () => {
      const id = await group()
      await workflow(WAIT, id)
      return `/api/groups/${id}`
    },
    'group <- active workflow by a step': async () => {
      const id = await group()
      await workflow({ SystemStepTypeId: '5', AddToListOptions: { GroupIds: [await group(), id] } })
      return `/api/groups/${id}`
    },
    'group <- active workflow by a move': async () => {
      const id = await group()
      const MoveToListOptions = { FromGroupIds: null, ToGroupIds: [id] }
      await workflow({ SystemStepTypeId: '7', MoveToListOptions })
      return `/api/groups/${id}`
    },
    'group <- active workflow by a condition': async () => {
      const id = await group()
      const Conditions = [{ Type: 'inGroup', Operator: 'eq', Value: String(id) }]
      await workflow({ SystemStepTypeId: '9', LogicBranchOptions: { Match: 'all', Conditions } })
      return `/api/groups/${id}`
    },
    'file <- contact': async () => `/api/files/${await addImage(world.caller, await person())}`,
    'file <- custom field': async () => {
      const [id, file] = [
        Number(await field({ CustomFieldDataTypeId: '10' })),
        await upload(world.caller, 'cv.txt', 'cv'),
      ]
      const CustomFields = [{ CustomFieldId: id, Value: String(file) }]
      await world.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: `Files ${world.next()}`, CustomFields })
      return `/api/files/${file}`
    },
    'file <- communication': async () => {
      const [contact, file] = [await person(), await upload(world.caller, 'letter.txt', 'letter')]
      const body = { CommunicationTypeId: 2, Subject: 'Letter', FileIds: [file] }
      await world.post(`/api/contacts/${contact}/communications/0`, body)
      return `/api/files/${file}`
    },
    'chapter <- child chapter': async () => {
      const { id, organization } = await chapter()
      await chapter({ ParentOrganizationId: organization })
      return `/api/chapters/${id}`
    },
    'chapter <- membership level': async () => {
      const { organization } = await chapter()
      const { id } = await chapter({ ParentOrganizationId: organization })
      const ids = await world.idsFor('/:membershiptypeid')
      const body = { Name: `Local ${world.next()}`, Price: 10, ChildChapterIds: [String(id)] }
      await world.post(`/api/membershiptypes/${ids.get('membershiptypeid')}/levels/0`, body)
      return `/api/chapters/${id}`
    },
    'feeitem <- membership level': async () => {
      const ids = await world.idsFor('/:membershiptypeid/:feeitemid')
      const FeeItemId = Number(ids.get('feeitemid'))
      const body = { Name: `Dues ${world.next()}`, Price: 10, FeeItemId }
      await world.post(`/api/membershiptypes/${ids.get('membershiptypeid')}/levels/0`, body)
      return `/api/finance/feeitems/${FeeItemId}`
    },
    'chapter <- contact': async () => {
      const { id } = await chapter()
      await world.post('/api/chapters/contactchapter', { ContactId: await person(), ChapterId: id })
      return `/api/chapters/${id}`
    },
    'categoryitem <- contact': async () => {
      const ids = await world.idsFor('/:contactid/categories/:categoryitemid')
      return categoryItem(Number(ids.get('categoryitemid')))
    },
    'categoryitem <- group': async () => categoryItem(await groupInCategory()),
    'categorylist <- contact': async () => {
      const ids = await world.idsFor('/:contactid/categories/:categoryitemid')
      return categoryList(Number(ids.get('categoryitemid')))
    },
    'categorylist <- group': async () => categoryList(await groupInCategory()),
    'certification <- contact': async () => {
      const contact = await person()
      const CertificationId = await idOf(':certificationid', 'certificationid')
      await world.post(`/api/contacts/${contact}/certifications/0`, { CertificationId, CompletionDate: '2026-02-01' })
      return `/api/contacts/certifications/${CertificationId}`
    },
    'contactroletype <- contact': async () => {
      const RoleId = await idOf('/roletypes/:roleid', 'roleid')
      const role = { OrganizationContactId: Number(await world.organization()), RoleId }
      await world.post(`/api/contacts/${await person()}/roles/0`, role)
      return `/api/contacts/roletypes/${RoleId}`
    },
    'contactrelationshiptype <- contact': async () => {
      const type = await idOf(':contactrelationshiptypeid', 'contactrelationshiptypeid')
      const related = { OtherContactId: await person(), ContactRelationshipTypeId: type }
      await world.post(`/api/contacts/${await person()}/relationships/0`, related)
      return `/api/contactrelationshiptypes/${type}/1`
    },
    'membershiptype <- membership': async () => `/api/membershiptypes/${(await membership()).type}`,
    'membershiplevel <- membership': async () => {
      const { type, level } = await membership()
      return `/api/membershiptypes/${type}/levels/${level}`
    },
    'membershiptype <- custom field': async () => {
      const type = await idOf(':membershiptypeid', 'membershiptypeid')
      await field({ ObjectTypeId: '4', MembershipTypeId: String(type) })
      return `/api/membershiptypes/${type}`
    },
    'membershiplevel <- custom field': async () => {
      const ids = await world.idsFor('/:membershiptypeid/levels/:membershiplevelid')
      const [type = '', level = ''] = [ids.get('membershiptypeid'), ids.get('membershiplevelid')]
      await field({ ObjectTypeId: '4', MembershipTypeId: type, MembershipTypeOptionId: level })
      return `/api/membershiptypes/${type}/levels/${level}`
    },
    'projecttype <- custom field': async () => {
      const type = await idOf(':projecttypeid', 'projecttypeid')
      await field({ ObjectTypeId: '10', ProjectTypeId: String(type) })
      return `/api/projecttypes/${type}/1`
    },
    'directorylistingtype <- listing': async () => {
      const ids = await world.idsFor('/:directoryid/listingtypes/:listingtypeid')
      const [directory, type] = [ids.get('directoryid'), Number(ids.get('listingtypeid'))]
      const listing = { ContactId: await person(), ListingTypeId: type }
      await world.post(`/api/directories/${directory}/listings/0`, listing)
      return `/api/directories/${directory}/listingtypes/${type}`
    },
    'form <- custom field': async () => {
      const form = String(await idOf(':formid', 'formid'))
      await field({ ObjectTypeId: '9', FormId: form, StandardFieldId: '7' })
      return `/api/forms/${form}`
    },
    'contentlist <- custom field': async () => {
      const list = String(await idOf(':contentlistid', 'contentlistid'))
      await field({ ObjectTypeId: '8', ContentListId: list, StandardFieldId: '7' })
      return `/api/contentlists/${list}`
    },
    'customfield <- field of a form or directory': async () => {
      const shown = await field({ ObjectTypeId: '2' })
      const DirectoryId = String(await idOf(':directoryid', 'directoryid'))
      const body = { DirectoryId, ExistingCustomFieldId: shown, IsExistingField: true, DisplayName: 'Shown' }
      await world.post('/api/customfields/directorylisting/0', body)
      return `/api/customfields/${shown}/1`
    },
    'customfield <- active workflow': async () => {
      const id = await field({ ObjectTypeId: '2' })
      const Conditions = [{ Type: 'customField', Operator: 'eq', Value: 'yes', CustomFieldId: Number(id) }]
      await workflow({ SystemStepTypeId: '9', LogicBranchOptions: { Match: 'all', Conditions } })
      return `/api/customfields/${id}/1`
    },
    'mail-template <- active workflow': async () => {
      const body = { Name: `Letter ${world.next()}`, Subject: 'Hello', Html: '<p>Dear {{ to.name }}</p>' }
      const id = await save('/api/mail/templates/0', 'TemplateId', body)
      await workflow({ SystemStepTypeId: '3', EmailTemplateId: String(id) })
      return `/api/mail/templates/${id}`
    },
    'signature <- active workflow': async () => {
      const SignatureId = await save('/api/signatures/0', 'SignatureId', { Name: `Office ${world.next()}` })
      const body = { Name: `Letter ${world.next()}`, Subject: 'Hello', Html: '<p>Dear {{ to.name }}</p>' }
      const template = await save('/api/mail/templates/0', 'TemplateId', body)
      await workflow({
        SystemStepTypeId: '3',
        EmailTemplateId: String(template),
        SendEmailStepOptions: { SignatureId },
      })
      return `/api/signatures/${SignatureId}`
    },
    'tasktype <- active workflow': async () => {
      const id = await idOf(':tasktypeid', 'tasktypeid')
      const CreateFollowUpReminderOptions = { Name: 'Call', TaskTypeId: id, DueInDays: 3 }
      await workflow({ SystemStepTypeId: '4', CreateFollowUpReminderOptions })
      return `/api/task/types/${id}/1`
    },
    'tasktype <- task': async () => {
      const id = await idOf(':tasktypeid', 'tasktypeid')
      await task({ TaskTypeId: String(id) })
      return `/api/task/types/${id}/1`
    },
    'tasktype <- project template': async () => {
      const id = await idOf(':tasktypeid', 'tasktypeid')
      await template({ Tasks: [{ Name: 'Book a room', TaskTypeId: id }] })
      return `/api/task/types/${id}/1`
    },
    'project <- task': async () => {
      const id = await idOf(':projectid', 'projectid')
      await task({ ProjectId: String(id) })
      return `/api/projects/${id}/1`
    },
    'projecttype <- project': async () => {
      const id = await idOf(':projecttypeid', 'projecttypeid')
      await world.post('/api/projects/0', { Name: `Fair ${world.next()}`, ProjectTypeId: id })
      return `/api/projecttypes/${id}/1`
    },
    'projecttype <- project template': async () => {
      const id = await idOf(':projecttypeid', 'projecttypeid')
      await template({ ProjectTypeId: id })
      return `/api/projecttypes/${id}/1`
    },
  }

  return {
    ...cases,
    ...usedCommerce(world),
    ...usedBookRecords(world),
    ...usedLedgerRecords(world),
    ...usedPaymentGateways(world),
    ...usedByFeeds(world),
    ...usedByConnections(world),
    'paymentgateway <- chapter': async () => {
      const PaymentGatewayId = await idOf(':paymentgatewayid', 'paymentgatewayid')
      await chapter({ PaymentGatewayId: String(PaymentGatewayId) })
      return `/api/paymentgateways/${PaymentGatewayId}`
    },
  }
}

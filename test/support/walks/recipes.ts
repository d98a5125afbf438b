/** How a walk creates one record of each kind: by the save operation's own example, with references that exist. */
import type { Json } from '#kernel/contract/json'
import { registerLogin } from '../identity/oauth.ts'
import { upload } from '../integration/files.ts'
import { DOCUMENT_RECIPES } from './book-documents.ts'
import { BUYING_RECIPES } from './buying.ts'
import { COMMERCE_RECIPES } from './commerce-recipes.ts'
import { CONNECTION_RECIPES } from './connections.ts'
import { EVENT_SPONSOR_RECIPES } from './event-sponsors.ts'
import { EVENT_RECIPES } from './events.ts'
import { addImport } from './imports.ts'
import { addExecution } from './ledger-executions.ts'
import { addLogEvent } from './log-events.ts'
import { installApp } from './native-integrations.ts'
import { STORE_RECIPES } from './store.ts'
import { exportTenant } from './tenant-exports.ts'
import type { Ids, World } from './world.ts'

/** A request body; undefined leaves a field out. */
export type Body = Record<string, Json | undefined>
type BodyOf = (world: World, ids: Ids) => Body | Promise<Body>

/** A save operation, the field of its response with the new id, and the body's changes to the example. */
export interface SaveRecipe {
  save: string
  id: string
  body?: BodyOf
}
export type Recipe = SaveRecipe | ((world: World, ids: Ids) => Promise<string>)

const typeNamed = async (world: World, list: 'staff' | 'individual' | 'organization'): Promise<number> => {
  const types = await world.caller.get(`/api/contactrelationshiptypes/lookup/${list}`)
  return types.json()[0].Id
}

const milestone = async (world: World, url: string, id: string, parent: string, ids: Ids): Promise<string> => {
  const owner =
    ids.get(parent.toLowerCase()) ?? (await world.idsFor(`:${parent.toLowerCase()}`)).get(parent.toLowerCase())
  const made = await world.post(url, { [id]: 0, [parent]: Number(owner), Name: `Venue ${world.next()}` })
  return String(made[id])
}

const saved = (save: string, id: string, body?: BodyOf): SaveRecipe => ({ save, id, ...(body && { body }) })

export const PERSON = saved('savePerson', 'ContactId', (world) => {
  const number = world.next()
  const email = { Kind: 'email', Id: 0, Value: `person${number}@walk.example`, TypeId: 1, IsPrimary: true }
  return { OrganizationsAndRoles: [], ContactList: [email], Addresses: [], FirstName: `Ana ${number}` }
})
export const ORGANIZATION = saved('saveOrganization', 'ContactId', () => ({
  ContactInfos: [],
  Addresses: [],
  ParentOrganizations: [],
}))

const MEMBER_LOGIN = saved('saveMemberLogin', 'MemberLoginId', async (world) => ({
  ContactId: Number(await world.person()),
  EmailAddress: `member${world.next()}@walk.example`,
}))

/** Proposes an item for a new calendar, as the public does. */
export const proposal = async (world: World, title: string, more: Body = {}): Promise<string> => {
  const open = { Name: `Open ${world.next()}`, IsPublicViewable: true, AllowPublicSubmission: true }
  const { CalendarId } = await world.post('/api/calendars/0', open)
  const submitter = { SubmitterName: 'Jo Lind', SubmitterEmail: 'jo@walk.example' }
  const body = { Title: title, Start: '2027-04-24T09:00:00', ...submitter, ...more }
  const made = await world.post(`/api/public/calendars/${CalendarId}/submissions`, body)
  return String(made.SubmissionId)
}

/** By the end of the path up to its parameter, the longest first. */
export const RECIPES: readonly (readonly [string, Recipe])[] = [
  ['/org/:contactid', ORGANIZATION],
  ['/orggeneral/:contactid', ORGANIZATION],
  [':contactid', PERSON],
  [':primarycontactid', PERSON],
  ['/contacts/:id', PERSON],
  [':emailid', saved('saveContactEmail', 'EmailAddressId')],
  [':phoneid', saved('saveContactPhone', 'PhoneId')],
  [':websiteid', saved('saveContactWebsite', 'WebAddressId')],
  [':contactaddressid', saved('saveContactAddress', 'ContactAddressId')],
  ['/roletypes/:roleid', saved('saveContactRoleType', 'RoleId')],
  [
    ':contactroleid',
    saved('saveContactRole', 'ContactRoleId', async (world) => ({
      OrganizationContactId: Number(await world.organization()),
    })),
  ],
  [':designationid', saved('saveContactDesignation', 'ContactDesignationId')],
  // A tag is created by the first contact that gets it.
  ['/contacts/tags/:tagid', async (world) => (await world.idsFor('/:contactid/tags/:tagid')).get('tagid') ?? ''],
  [
    '/tags/:tagid',
    async (world, ids) =>
      String((await world.post(`/api/contacts/${ids.get('contactid')}/tags`, { Name: `Tag ${world.next()}` })).TagId),
  ],
  [':activityid', saved('saveContactActivity', 'ContactActivityId')],
  [':communicationid', saved('saveContactCommunication', 'CommunicationId')],
  [':categorylistid', saved('saveCategoryList', 'CategoryListId')],
  ['/items/:categoryitemid', saved('saveCategoryItem', 'CategoryItemId')],
  [
    '/categories/:categoryitemid',
    async (world, ids) => {
      const list = await world.post('/api/contacts/categorylists/0', {
        CategoryTypeId: 3,
        Name: `Trade ${world.next()}`,
      })
      const sent = { Name: `Printing ${world.next()}` }
      const item = (await world.post(`/api/contacts/categorylists/${list.CategoryListId}/items/0`, sent)).CategoryItemId
      await world.post(`/api/contacts/${ids.get('contactid')}/categories/${item}`)
      return String(item)
    },
  ],
  [
    '/assignedcontacts/:contactrelationshipid',
    saved('saveAssignedContact', 'ContactRelationshipId', async (world) => ({
      StaffContactId: Number(await world.staff()),
      ContactRelationshipTypeId: await typeNamed(world, 'staff'),
    })),
  ],
  [
    '/relationships/:contactrelationshipid',
    saved('saveContactRelationship', 'ContactRelationshipId', async (world) => ({
      OtherContactId: Number(await world.person()),
      ContactRelationshipTypeId: Number(
        (await world.idsFor(':contactrelationshiptypeid')).get('contactrelationshiptypeid'),
      ),
    })),
  ],
  // A tenant has one template for each kind of document.
  [
    ':documenttemplateid',
    async ({ server, caller }) => {
      const where = { tenantId: caller.tenant.id, key: 'invoice' }
      return String((await server.database.system.documentTemplate.findFirstOrThrow({ where })).id)
    },
  ],
  [':certificationid', saved('saveCertification', 'CertificationId')],
  [
    ':certificationcontactid',
    saved('saveContactCertification', 'CertificationContactId', async (world) => ({
      CertificationId: Number((await world.idsFor(':certificationid')).get('certificationid')),
      CompletionDate: '2026-02-01',
    })),
  ],
  [':recordid', saved('saveContactRecord', 'ContactRecordId')],
  [
    '/groups/:groupid',
    async (world, ids) => {
      const group = String((await world.post('/api/groups/0', { Name: `Group ${world.next()}` })).GroupId)
      const contact = ids.get('contactid')
      if (contact) await world.post(`/api/contacts/${contact}/groups/${group}`, { IsOptIn: false })
      return group
    },
  ],
  [
    ':membershipid',
    saved('joinMembership', 'MembershipId', async (world) => {
      const ids = await world.idsFor('/:membershiptypeid/levels/:membershiplevelid')
      return {
        ContactId: Number(await world.person()),
        MembershipTypeId: Number(ids.get('membershiptypeid')),
        LevelId: Number(ids.get('membershiplevelid')),
      }
    }),
  ],
  [':membershiptypeid', saved('saveMembershipType', 'MembershipTypeId')],
  [':membershiplevelid', saved('saveMembershipLevel', 'MembershipLevelId')],
  [':signatureid', saved('saveSignature', 'SignatureId', async (world) => ({ ContactId: await world.person() }))],
  [
    ':chapterid',
    saved('saveChapter', 'ChapterId', () => ({
      ParentOrganizationId: undefined,
      PaymentGatewayId: null,
      Owners: [],
      PostalCodesJson: '[]',
    })),
  ],
  [':directoryid', saved('saveDirectory', 'DirectoryId')],
  [':listingtypeid', saved('saveDirectoryListingType', 'ListingTypeId')],
  [
    ':directorylistingid',
    saved('saveDirectoryListing', 'DirectoryListingId', async (world) => ({ ContactId: Number(await world.person()) })),
  ],
  [':contactrelationshiptypeid', saved('saveContactRelationshipType', 'ContactRelationshipTypeId')],
  [
    '/directorylisting/:customfieldid',
    saved('saveDirectoryListingCustomField', 'CustomFieldId', async (world) => ({
      DirectoryId: (await world.idsFor(':directoryid')).get('directoryid') ?? '',
    })),
  ],
  [':customfieldid', saved('saveCustomField', 'CustomFieldId')],
  [':customfieldgroupid', saved('saveCustomFieldGroup', 'Id')],
  [':formid', saved('saveForm', 'FormId')],
  [':formsectionid', saved('saveFormSection', 'FormSectionId')],
  [':contentlistid', saved('saveContentList', 'ContentListId')],
  [':workflowid', saved('saveWorkflow', 'WorkflowId', () => ({ WorkflowSources: [] }))],
  [
    ':workflowstepid',
    async (world, ids) => {
      const workflow = ids.get('workflowid') ?? (await world.idsFor(':workflowid')).get('workflowid')
      const step = {
        PreviousStepId: null,
        SystemStepTypeId: '1',
        WaitOptions: { Quantity: 3, Unit: 'days' },
        IsActive: true,
      }
      return String((await world.post(`/api/workflows/workflowstep/${workflow}/0`, step)).WorkflowStepId)
    },
  ],
  [
    ':taskitemid',
    saved('saveTask', 'TaskItemId', async (world) => ({
      AssignedToContactId: await world.staff(),
      ContactId: await world.person(),
    })),
  ],
  [':projectid', saved('saveProject', 'ProjectId')],
  [':projecttypeid', saved('saveProjectType', 'ProjectTypeId')],
  [':projecttemplateid', saved('saveProjectTemplate', 'ProjectTemplateId')],
  [
    ':projectmilestoneid',
    (world, ids) => milestone(world, '/api/task/milestones/addedit', 'ProjectMilestoneId', 'ProjectId', ids),
  ],
  [
    ':projecttemplatemilestoneid',
    (world, ids) =>
      milestone(world, '/api/task/template/milestones/addedit', 'ProjectTemplateMilestoneId', 'ProjectTemplateId', ids),
  ],
  [':tasktypeid', saved('saveTaskType', 'TaskTypeId')],
  [':calendarid', saved('saveCalendar', 'CalendarId')],
  [':calendaritemid', saved('saveCalendarItem', 'CalendarItemId')],
  [':submissionid', (world) => proposal(world, `Cleanup ${world.next()}`)],
  [
    ':loginid',
    async (world) => {
      const email = await registerLogin(world.server, world.caller.tenant)
      return String((await world.server.database.system.login.findFirstOrThrow({ where: { email } })).id)
    },
  ],
  [':memberloginid', MEMBER_LOGIN],
  [
    ':screenkey',
    async (world) => {
      await world.post('/api/help/contacts', { Title: 'Contact list' })
      return 'contacts'
    },
  ],
  [':templateid', saved('saveMailTemplate', 'TemplateId')],
  [':suppressionid', saved('addMailSuppression', 'SuppressionId')],
  [':accountid', saved('saveAccount', 'AccountId')],
  [':classid', saved('saveTransactionClass', 'ClassId')],
  [':taxregionid', saved('saveTaxRegion', 'TaxRegionId', (world) => ({ StateProvince: `State ${world.next()}` }))],
  [':taxsetid', saved('saveTaxSet', 'TaxSetId')],
  [':discountid', saved('saveDiscount', 'DiscountId', (world) => ({ PromoCode: `CODE${world.next()}` }))],
  [
    ':feeitemid',
    saved('saveFeeItem', 'FeeItemId', async (world) => ({
      AccountId: Number((await world.idsFor(':accountid')).get('accountid')),
    })),
  ],
  ['/external/:paymentsubtypeid', saved('savePaymentSubtype', 'PaymentSubtypeId', () => ({ PaymentTypeId: '6' }))],
  [':paymentsubtypeid', saved('savePaymentSubtype', 'PaymentSubtypeId')],
  ...COMMERCE_RECIPES,
  ...EVENT_RECIPES,
  ...EVENT_SPONSOR_RECIPES,
  ...DOCUMENT_RECIPES,
  [':paymentgatewayid', saved('savePaymentGateway', 'PaymentGatewayId')],
  [':epaymenttransactionid', async (world) => String((await world.charge()).EPaymentTransactionId)],
  [
    ':transactionuid',
    async (world, ids) => {
      const charge = await world.get(`/api/integration/payproc/charges/${ids.get('epaymenttransactionid')}`)
      return String(charge.ChargeId)
    },
  ],
  [
    '/account/:accountid',
    async (world) => {
      const { GatewayAccountId } = await world.post('/api/paymentgateways/0', { Name: `Gateway ${world.next()}` })
      return String(GatewayAccountId)
    },
  ],
  ['/apikeys/:applicationpermissionid', saved('saveApiKey', 'ApplicationPermissionId')],
  ['/oauthclients/:applicationpermissionid', saved('saveOAuthClient', 'ApplicationPermissionId')],
  ...BUYING_RECIPES,
  ...STORE_RECIPES,
  [':rowid', addLogEvent],
  [':executionid', async (world) => (await addExecution(world)).executionId],
  [':fileid', async (world) => String(await upload(world.caller, `file${world.next()}.txt`, 'walk'))],
  ['/native/integrations/:id', (world) => installApp(world, 'outgoing-webhook')],
  ['/native/connectors/:connectorname', async () => 'webhook'],
  [':integrationid', (world) => installApp(world, 'outgoing-webhook')],
  ...CONNECTION_RECIPES,
  [':tenantexportid', exportTenant],
  [':importid', addImport],
  [':webhookid', saved('saveWebhook', 'Id', (world) => ({ Url: world.receiverUrl }))],
]

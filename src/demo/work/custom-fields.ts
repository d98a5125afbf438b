import { saveContentList } from '#areas/people/custom-fields/content-lists/content-lists.service'
import { saveField } from '#areas/people/custom-fields/custom-fields.service'
import { saveForm, saveSection } from '#areas/people/custom-fields/forms/forms.service'
import { saveListingField } from '#areas/people/custom-fields/locations/locations.service'
import { saveListingType } from '#areas/people/directories/directories.service'
import { saveListing } from '#areas/people/directories/listings/listings.service'
import { saveType } from '#areas/people/memberships/types/membership-types.service'
import type { CustomFieldEditInput } from '#contract/people/custom-fields'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { idIn, NEW, withFreeName } from './saving.ts'

/** Creates custom fields of other records than contacts, with values, and a form and a content list with fields. */
export const loadCustomFields = async (scope: Scope): Promise<void> => {
  await loadForm(scope)
  await loadContentList(scope)
  await fillMembershipTypes(scope)
  await fillDirectory(scope)
}

const createField = async (scope: Scope, label: string, field: CustomFieldEditInput): Promise<number> => {
  const typed: CustomFieldEditInput = field.Exists ? field : { CustomFieldDataTypeId: '1', ...field }
  const save = (DisplayName: string) => saveField(scope, 0, { ...typed, DisplayName }, NEW)
  return idIn(await withFreeName(label, save), 'CustomFieldId')
}

/** Creates the field of projects for their budget. Returns its id. */
export const createBudgetField = (scope: Scope): Promise<number> =>
  createField(scope, 'Budget', { ObjectTypeId: '10', CustomFieldDataTypeId: '4', DisplayWidth: '50' })

/** Creates the field of events for what guests wear. Returns its id. */
export const createDressCodeField = (scope: Scope): Promise<number> =>
  createField(scope, 'Dress code', { ObjectTypeId: '6', IsPublic: true })

/** Creates the field of store items for what they are made of. Returns its id. */
export const createMaterialField = (scope: Scope): Promise<number> =>
  createField(scope, 'Material', { ObjectTypeId: '11', IsPublic: true })

const loadForm = async (scope: Scope): Promise<void> => {
  const form = idIn(
    await withFreeName('Application for membership', (Name) => saveForm(scope, 0, { Name }, NEW)),
    'FormId',
  )
  const sections: [string, [string, CustomFieldEditInput][]][] = [
    [
      'About you',
      [
        ['First name', { StandardFieldId: '2', DisplayWidth: '50' }],
        ['Last name', { StandardFieldId: '4', DisplayWidth: '50' }],
      ],
    ],
    ['Your events', [['Shirt size', await shownField(scope, 'shirtsize')]]],
  ]
  for (const [at, [Name, fields]] of sections.entries()) {
    const section = idIn(await saveSection(scope, form, 0, { Name, DisplayOrder: at + 1 }, NEW), 'FormSectionId')
    const location = { ObjectTypeId: '9', FormId: String(form), CustomFieldGroupId: String(section) } as const
    for (const [label, field] of fields) await createField(scope, label, { ...location, ...field })
  }
}

/** Shows a field of contacts of the demonstration, or their email address if the tenant does not have it. */
const shownField = async ({ db }: Scope, nameKey: string): Promise<CustomFieldEditInput> => {
  const where = { tenantId: db.tenantId, nameKey, objectTypeId: 2, deletedAt: null }
  const found = await db.prisma.customField.findFirst({ where, select: { id: true } })
  if (!found) return { StandardFieldId: '8' }
  return { Exists: true, ExistingCustomFieldId: String(found.id) }
}

const loadContentList = async (scope: Scope): Promise<void> => {
  const save = (Name: string) => saveContentList(scope, 0, { Name }, NEW)
  const ContentListId = String(idIn(await withFreeName('Members of the month', save), 'ContentListId'))
  for (const [label, StandardFieldId] of [
    ['Member', '6'],
    ['Website', '11'],
  ] as const)
    await createField(scope, label, { ObjectTypeId: '8', ContentListId, StandardFieldId })
}

const VOTES = new Map([
  ['individual', '1'],
  ['business', '3'],
])

const fillMembershipTypes = async (scope: Scope): Promise<void> => {
  const { prisma, tenantId } = scope.db
  const CustomFieldId = await createField(scope, 'Votes', { ObjectTypeId: '5', CustomFieldDataTypeId: '2' })
  const where = { tenantId, nameKey: { in: [...VOTES.keys()] } }
  for (const { id, nameKey, auditId } of await prisma.membershipType.findMany({ where, orderBy: { id: 'asc' } })) {
    const CustomFields = [{ CustomFieldId, Value: VOTES.get(nameKey) ?? null }]
    await saveType(scope, id, { CustomFields }, versionOf(auditId))
  }
}

const SPECIALTIES = ['Timber frames and restoration', 'Catering for up to 300 guests']

/** The listings of the first contacts of the public directory get a type and a value. */
const fillDirectory = async (scope: Scope): Promise<void> => {
  const { prisma, tenantId } = scope.db
  const directory = await prisma.directory.findFirst({ where: { tenantId, isPublic: true }, orderBy: { id: 'asc' } })
  if (!directory) return
  const typeOf = async (wanted: string) => {
    const save = (Name: string) => saveListingType(scope, directory.id, 0, { Name }, NEW)
    return idIn(await withFreeName(wanted, save), 'ListingTypeId')
  }
  const basic = await typeOf('Basic')
  const premium = await typeOf('Premium')
  const ActiveListingTypes = [{ Id: basic, IsActive: false }]
  const field = {
    CustomFieldDataTypeId: '1',
    DirectoryId: String(directory.id),
    IsPublic: true,
    ActiveListingTypes,
  } as const
  const saved = await withFreeName('Specialty', (DisplayName) =>
    saveListingField(scope, 0, { ...field, DisplayName }, NEW),
  )
  const CustomFieldId = idIn(saved, 'CustomFieldId')
  const where = { tenantId, directoryId: directory.id, contact: { deletedAt: null } }
  const listings = await prisma.directoryListing.findMany({ where, orderBy: { id: 'asc' }, take: 4 })
  for (const [at, { id, auditId }] of listings.entries()) {
    const Value = SPECIALTIES[at]
    const body = Value ? { ListingTypeId: premium, CustomFields: [{ CustomFieldId, Value }] } : { ListingTypeId: basic }
    await saveListing(scope, directory.id, id, body, versionOf(auditId))
  }
}

import { MAX_ID } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { CustomField, DirectoryListingType, FormSection } from '#prisma/client'
import { DATA_TYPE } from '../custom-fields.model.ts'

/** Lists the sections of a form in their display order; none for form 0. 404 if the form does not exist. */
export const listFormSections = async ({ db }: Scope, formId: number): Promise<FormSection[]> => {
  const { prisma, tenantId } = db
  if (formId === 0) return []
  const form = formId > MAX_ID ? null : await prisma.form.findFirst({ where: { tenantId, id: formId } })
  if (!form) throw notFound('form')
  return prisma.formSection.findMany({
    where: { tenantId, formId },
    orderBy: [{ displayOrder: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  })
}

/** @throws 404 if the content list does not exist. */
export const requireContentList = async ({ db }: Scope, id: number): Promise<void> => {
  if (!(await db.prisma.contentList.findFirst({ where: { tenantId: db.tenantId, id }, select: { id: true } })))
    throw notFound('content list')
}

/** Lists the listing types of a directory by name; 404 if the directory does not exist. */
export const listListingTypes = async ({ db }: Scope, directoryId: number): Promise<DirectoryListingType[]> => {
  const { prisma, tenantId } = db
  if (!(await prisma.directory.findFirst({ where: { tenantId, id: directoryId }, select: { id: true } })))
    throw notFound('directory')
  return prisma.directoryListingType.findMany({
    where: { tenantId, directoryId },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
  })
}

/** Lists the number fields that can be the unit of a membership type's price, in the order of field lists. */
export const listUnitFields = async (
  { db }: Scope,
  membershipTypeId: number,
  models: Models = db.prisma,
): Promise<CustomField[]> => {
  const { tenantId } = db
  const type = await models.membershipType.findFirst({
    where: { tenantId, id: membershipTypeId },
    select: { id: true },
  })
  if (!type) throw notFound('membership type')
  return models.customField.findMany({
    where: {
      tenantId,
      deletedAt: null,
      isArchived: false,
      dataTypeId: { in: [DATA_TYPE.integer, DATA_TYPE.number, DATA_TYPE.money] },
      objectTypeId: { in: [1, 2, 3, 4, 5] },
      OR: [{ membershipTypeId: null }, { membershipTypeId }],
    },
    orderBy: [{ objectTypeId: 'asc' }, { displayOrder: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  })
}

/** Lists the fields, by their ids, that are the unit of a price of a membership type. */
export type UnitFinder = (scope: Scope, membershipTypeId: number) => Promise<ReadonlySet<number>>

export const unitFinders = register<UnitFinder>('units of membership types')

/** Lists the fields that are the unit of a price of a membership type. */
export const listUsedUnits: UnitFinder = async (scope, membershipTypeId) => {
  const ids = new Set<number>()
  for (const find of unitFinders.entries()) for (const id of await find(scope, membershipTypeId)) ids.add(id)
  return ids
}

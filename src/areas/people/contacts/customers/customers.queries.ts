import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Contact } from '#prisma/client'
import { type BillingAddress, billingAddressSql, olderNamesakeSql } from './customers.sql.ts'

const INDIVIDUAL = 1
const ORGANIZATION = 2

export type { BillingAddress }

/** A contact as a customer: what bills and ledgers show of it. */
export interface Customer {
  contact: Contact
  /** Whether an older contact has the same display name. */
  hasOlderNamesake: boolean
  /** E.164 if the number can be parsed. */
  phone: string | null
  billingAddress: BillingAddress | null
  /** The organization that the contact belongs to: the primary employer, or the parent of an organization. */
  parentId: number | null
}

/** Returns a contact as a customer. @throws 404. */
export const getCustomer = async ({ db }: Scope, contactId: number): Promise<Customer> => {
  const { tenantId, prisma } = db
  const contact = await prisma.contact.findFirst({ where: { tenantId, id: contactId, deletedAt: null } })
  if (!contact) throw notFound('contact')
  const namesakes = olderNamesakeSql(tenantId, contact)
  const [older, phone, billingAddress, parentId] = await Promise.all([
    namesakes ? db.rows<{ id: number }>(namesakes) : [],
    prisma.contactPhone.findFirst({ where: { tenantId, id: contact.primaryPhoneId ?? 0 } }),
    findBillingAddress(db, tenantId, contactId),
    findParentId(prisma, contact),
  ])
  const number = phone ? (phone.e164 ?? phone.number) : null
  return { contact, hasOlderNamesake: older.length > 0, phone: number, billingAddress, parentId }
}

/** Finds the billing address of a contact: the first of the type Billing that is not a former one, else the primary one. */
export const findBillingAddress = async (
  runner: SqlRunner,
  tenantId: number,
  contactId: number,
): Promise<BillingAddress | null> => {
  const [found] = await runner.rows<BillingAddress>(billingAddressSql({ tenantId, contactId }))
  return found ?? null
}

/** Finds the organization that a contact belongs to: its primary employer, or the parent of an organization. */
export const findParentId = async (
  models: Models,
  { tenantId, id: contactId, systemTypeId, primaryOrganizationId }: Contact,
): Promise<number | null> => {
  if (systemTypeId === INDIVIDUAL) return primaryOrganizationId
  const parent = await models.contactRelationship.findFirst({
    where: {
      tenantId,
      contactId,
      type: { purpose: 'hierarchy' },
      other: { deletedAt: null, systemTypeId: ORGANIZATION },
    },
    orderBy: { id: 'asc' },
  })
  return parent?.otherContactId ?? null
}

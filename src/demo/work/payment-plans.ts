import { performCollection, startCollections } from '#areas/commerce/payment-plans/collections/collections.service'
import { savePaymentPlan } from '#areas/commerce/payment-plans/payment-plans.service'
import { savePaymentMethod } from '#areas/commerce/payment-plans/schedules/payment-methods.service'
import { listAccounts } from '#areas/finance/payment-processor/accounts/accounts.queries'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { saveField } from '#areas/people/custom-fields/custom-fields.service'
import { joinMembership } from '#areas/people/memberships/memberships.service'
import { saveLevel } from '#areas/people/memberships/types/membership-levels.service'
import { saveType } from '#areas/people/memberships/types/membership-types.service'
import type { PaymentPlanEditInput } from '#contract/commerce/payment-plans'
import type { Scope } from '#kernel/tenancy/scope'
import { idIn, NEW, withFreeName } from './saving.ts'

interface PaymentPlanSources {
  tools: ProcessorTools
  /** Whether mail leaves this installation: then no partner joins, because members get mails. */
  isMailSent: boolean
}

/**
 * Creates a type for partners with a price per employee and payment plans, and partners that pay in parts: one whose first
 * part is collected, and one whose card is declined. The tenant's own gateways are never charged.
 */
export const loadPaymentPlans = async (scope: Scope, { tools, isMailSent }: PaymentPlanSources): Promise<void> => {
  const save = (Name: string) => saveType(scope, 0, { Name, SystemContactTypeId: 2, CoversPeople: true }, NEW)
  const type = idIn(await withFreeName('Partner', save), 'MembershipTypeId')
  const employees = await addField(scope, type)
  const { id: partner } = await saveLevel(scope, type, 0, { Name: 'Partner', Price: 1200, DisplayOrder: 1 }, NEW)
  const { id: byEmployees } = await saveLevel(scope, type, 0, { ...BY_EMPLOYEES, UnitFieldId: employees }, NEW)
  const quarters = await addPlan(scope, type, partner, QUARTERS)
  const halves = await addPlan(scope, type, partner, HALVES)
  const [account] = await listAccounts(scope)
  if (isMailSent || account?.gateway.kind !== 'Sandbox' || !account.gateway.isDefault) return
  const [first, second, third] = await findOrganizations(scope)
  if (!first || !second || !third) return
  await joinWithPlan(
    scope,
    { ContactId: first, MembershipTypeId: type, LevelId: partner, PaymentPlanId: quarters },
    'tok_visa',
  )
  const declined = { ContactId: second, MembershipTypeId: type, LevelId: partner, PaymentPlanId: halves }
  await joinWithPlan(scope, declined, 'tok_chargeDeclinedInsufficientFunds')
  const CustomFields = [{ CustomFieldId: employees, Value: '48' }]
  await joinMembership(scope, { ContactId: third, MembershipTypeId: type, LevelId: byEmployees, CustomFields })
  await startCollections(scope)
  const where = { tenantId: scope.db.tenantId, status: 'requested' }
  for (const { id } of await scope.db.prisma.partCollection.findMany({ where, orderBy: { id: 'asc' } })) {
    await performCollection(scope, tools, id)
  }
}

const BY_EMPLOYEES = {
  Name: 'By employees',
  Price: 300,
  DisplayOrder: 2,
  UnitBands: [
    { FromUnits: 0, UnitPrice: 12 },
    { FromUnits: 50, UnitPrice: 8 },
  ],
  MaxPrice: 5000,
}

const QUARTERS: PaymentPlanEditInput = {
  Name: 'Quarterly',
  Payments: 4,
  ShowOnApplication: true,
  PaymentPlanItems: [0, 3, 6, 9].map((MonthsAfterStart, at) => ({
    PaymentNumber: at + 1,
    MonthsAfterStart,
    Amount: 300,
  })),
}

const HALVES: PaymentPlanEditInput = {
  Name: 'Two halves',
  Payments: 2,
  PaymentPlanItems: [0, 6].map((MonthsAfterStart, at) => ({ PaymentNumber: at + 1, MonthsAfterStart, Amount: 600 })),
}

const addField = async (scope: Scope, typeId: number): Promise<number> => {
  const field = { ObjectTypeId: '4', CustomFieldDataTypeId: '2', MembershipTypeId: String(typeId) } as const
  const save = (DisplayName: string) => saveField(scope, 0, { ...field, DisplayName }, NEW)
  return idIn(await withFreeName('Number of employees', save), 'CustomFieldId')
}

const addPlan = async (scope: Scope, typeId: number, levelId: number, plan: PaymentPlanEditInput): Promise<number> =>
  (await savePaymentPlan(scope, typeId, 0, { ...plan, MembershipLevelId: String(levelId) }, NEW)).id

const joinWithPlan = async (
  scope: Scope,
  input: Parameters<typeof joinMembership>[1],
  PaymentToken: string,
): Promise<void> => {
  const id = idIn(await joinMembership(scope, input), 'MembershipId')
  await savePaymentMethod(scope, id, { PaymentToken })
}

const findOrganizations = async ({ db: { prisma, tenantId } }: Scope): Promise<number[]> => {
  const where = { tenantId, deletedAt: null, mergedIntoId: null, systemTypeId: 2, memberships: { none: {} } }
  const found = await prisma.contact.findMany({ where, orderBy: { id: 'asc' }, take: 3, select: { id: true } })
  return found.map(({ id }) => id)
}

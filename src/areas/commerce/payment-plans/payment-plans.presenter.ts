import { findListPrice } from '#areas/people/memberships/types/level-prices.queries'
import type { PaymentPlanEdit, PaymentPlanListItem } from '#contract/commerce/payment-plans'
import type { IntLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { dayOf } from '#kernel/time/day'
import type { PaymentPlanWithParts, ShownPlan } from './payment-plans.queries.ts'

export const presentPlan = ({ db, tenant }: Scope, plan: ShownPlan): PaymentPlanEdit => {
  const { level, payments } = plan
  const price = level === null ? 0 : findListPrice(level)
  const planned = payments.reduce((sum, { cents }) => sum + cents, 0)
  return {
    MembershipTypePaymentPlanId: plan.id,
    MembershipTypeId: plan.typeId,
    Payments: Math.max(payments.length, 2),
    StartDate: plan.startsOn && dayOf(plan.startsOn),
    EndDate: plan.endsOn && dayOf(plan.endsOn),
    ShowOnApplication: plan.showOnApplication,
    Name: plan.name,
    TenantId: db.tenantId,
    MembershipLevelId: level && String(level.id),
    SaleableItems: level?.feeItem
      ? [{ SaleableItemId: level.feeItem.id, Name: level.feeItem.name, Price: price / 100 }]
      : [],
    PaymentPlanItems: payments.map(({ id, dueOn, monthsAfterStart, cents }, at) => ({
      PaymentPlanItemId: id,
      PaymentNumber: at + 1,
      DueDate: dueOn,
      MonthsAfterStart: monthsAfterStart,
      Amount: cents / 100,
    })),
    PaymentPlanEditor: {
      Price: price / 100,
      PlannedAmount: planned / 100,
      Difference: (price - planned) / 100,
      CurrencyCode: tenant.currencyCode,
      IsInUse: plan.isUsed,
    },
  }
}

export const presentPlanRow = (scope: Scope, plan: PaymentPlanWithParts): PaymentPlanListItem => ({
  MembershipTypePaymentPlanId: plan.id,
  MembershipTypeId: plan.level.typeId,
  Payments: plan.items.length,
  StartDate: plan.startsOn && dayOf(plan.startsOn),
  EndDate: plan.endsOn && dayOf(plan.endsOn),
  ShowOnApplication: plan.showOnApplication,
  Name: plan.name,
  Level: plan.level.name,
  IsActive: plan.isActive,
  Actions: actionsOf(scope, plan),
})

const actionsOf = (scope: Scope, { isActive }: PaymentPlanWithParts): PaymentPlanListItem['Actions'] => {
  const canChange = hasGrant(scope, 'payment-plans:write') && !scope.chapters
  if (!isActive) return canChange ? ['activate'] : []
  return canChange ? ['edit', 'copy', 'delete'] : ['copy']
}

export const presentPlanChoices = (plans: readonly PaymentPlanWithParts[]): IntLookupChoice[] =>
  presentChoices(plans.map(({ id, name, items }) => ({ id, name, extra: String(items.length) })))

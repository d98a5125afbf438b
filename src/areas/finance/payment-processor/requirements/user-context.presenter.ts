import type { UserContext, UserMenuAction } from '#contract/finance/payment-processor'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { GatewayAccount } from '../accounts/accounts.queries.ts'
import { requirementsOf } from './requirements.model.ts'

/** What a caller can create, with the scope that it needs. */
const QUICK_ACTIONS = [
  { name: 'addContact', title: 'Add contact', url: '/api/contacts/person/0', scope: 'contacts:write' },
  { name: 'addOrganization', title: 'Add organization', url: '/api/contacts/org/0', scope: 'contacts:write' },
  { name: 'addMembership', title: 'Add membership', url: '/api/memberships/0', scope: 'memberships:write' },
  { name: 'addGroup', title: 'Add group', url: '/api/groups/0', scope: 'groups:write' },
  { name: 'addTask', title: 'Add task', url: '/api/task/items/0', scope: 'tasks:write' },
  { name: 'addCalendar', title: 'Add calendar', url: '/api/calendars/0', scope: 'calendars:write' },
  { name: 'addInvoice', title: 'Add invoice', url: '/api/finance/invoices/0', scope: 'books:write' },
  { name: 'addPayment', title: 'Add payment', url: '/api/finance/payments/0', scope: 'books:write' },
  {
    name: 'addCharge',
    title: 'Charge a payment',
    url: '/api/integration/payproc/charges',
    scope: 'payment-processor:write',
  },
] as const

const USER_ACTIONS = [
  { name: 'signatures', title: 'Mail signatures', url: '/api/signatures/items', scope: 'signatures:read' },
  { name: 'settings', title: 'Settings', url: '/api/settings/tenant', scope: 'tenant-settings:read' },
] as const

const DUE_DAYS = 30
const DAY_MS = 86_400_000

export const presentUserContext = (scope: Scope, accounts: readonly GatewayAccount[]): UserContext => {
  const { tenant, actor } = scope
  return {
    CurrentUserId: 'contactId' in actor ? (actor.contactId ?? 0) : 0,
    CurrentUserOrgId: tenant.organizationContactId ?? 0,
    CurrentLoginId: actor.kind === 'login' ? actor.id : 0,
    ProductType: tenant.isRealEstateEdition ? 'RealEstate' : 'Association',
    QuickActions: [],
    QuickActionsV2: actionsOf(scope, QUICK_ACTIONS),
    FamilyQuickAction: tenant.familyContactsEnabled ? 'addFamily' : null,
    UserActions: [],
    UserActionsV2: actionsOf(scope, USER_ACTIONS),
    CreateSiteActions: [],
    HideSwitchAccountMenuItem: true,
    ActionRequired: accounts.some((account) => isDueSoon(account, scope.clock.now())),
    V2UIEnabled: true,
    OtherActions: [],
  }
}

const actionsOf = (
  scope: Scope,
  actions: readonly { name: string; title: string; url: string; scope: string }[],
): UserMenuAction[] =>
  actions
    .filter((action) => hasGrant(scope, action.scope))
    .map(({ name, title, url }, at) => ({ Name: name, Title: title, Url: url, Order: at + 1 }))

/** Returns whether something is past due, or due within 30 days. Without a date, it is due now. */
const isDueSoon = (account: GatewayAccount, now: Date): boolean => {
  const { currentlyDue, pastDue, deadline } = requirementsOf(account)
  if (pastDue.length > 0) return true
  if (currentlyDue.length === 0) return false
  return deadline === null || Date.parse(deadline) - now.getTime() <= DUE_DAYS * DAY_MS
}

import {
  benefitItemEvents,
  benefitPackageEvents,
  contactBenefitEvents,
} from '#areas/commerce/benefit-ledger/benefit-ledger.events'
import { downloadEvents, orderEvents, shippingMethodEvents, voucherEvents } from '#areas/commerce/buying/buying.events'
import { paymentPlanEvents } from '#areas/commerce/payment-plans/payment-plans.events'
import {
  customAdLocationEvents,
  displayAdEvents,
  siteEvents,
  siteModuleEvents,
  sitePageEvents,
} from '#areas/commerce/sponsorships/advertising.events'
import { sponsorEvents } from '#areas/commerce/sponsorships/sponsors/sponsors.events'
import { sponsorshipTypeEvents } from '#areas/commerce/sponsorships/types/sponsorship-types.events'
import { storeItemEvents, storeLotEvents } from '#areas/commerce/store/store.events'
import { eventWingKinds } from '#areas/events/events/wing-kinds.model'
import { accountEvents } from '#areas/finance/books/accounts/accounts.events'
import { contactBillingEvents } from '#areas/finance/books/billing/billing.events'
import { bookEvents } from '#areas/finance/books/books.events'
import { transactionClassEvents } from '#areas/finance/books/classes/classes.events'
import { closedPeriodEvents } from '#areas/finance/books/closed-period.events'
import { discountEvents } from '#areas/finance/books/discounts/discounts.events'
import { feeItemEvents } from '#areas/finance/books/fee-items/fee-items.events'
import { taxRegionEvents } from '#areas/finance/books/tax-regions/tax-regions.events'
import { taxSetEvents } from '#areas/finance/books/tax-sets/tax-sets.events'
import { documentTemplateEvents } from '#areas/finance/documents/templates/templates.events'
import { ledgerCustomerEvents } from '#areas/finance/integration-feeds/ledger-ids/ledger-ids.events'
import { ledgerSettingsEvents } from '#areas/finance/ledger-settings/ledger-settings.events'
import { paymentGatewayEvents } from '#areas/finance/payment-gateways/payment-gateways.events'
import { chargeEvents } from '#areas/finance/payment-processor/charges/charges.events'
import { disputeEvents } from '#areas/finance/payment-processor/disputes/disputes.events'
import { transferEvents } from '#areas/finance/payment-processor/payouts/payouts.events'
import { reportEvents } from '#areas/finance/payment-processor/reports/reports.events'
import { requirementEvents } from '#areas/finance/payment-processor/requirements/requirements.events'
import { paymentSubtypeEvents } from '#areas/finance/payment-subtypes/payment-subtypes.events'
import {
  apiKeyEvents,
  oauthClientEvents,
} from '#areas/integration/application-permissions/application-permissions.events'
import { associationSettingsEvents } from '#areas/integration/association-sync/settings/settings.events'
import { connectionEvents } from '#areas/integration/connections/connections.events'
import { exchangeEvents } from '#areas/integration/connections/exchanges/exchanges.events'
import { fileEvents } from '#areas/integration/files/files.events'
import { nativeIntegrationEvents } from '#areas/integration/native-integrations/native-integrations.events'
import { tenantExportEvents } from '#areas/integration/tenant-exports/tenant-exports.events'
import { tenantSettingsEvents } from '#areas/integration/tenant-settings/tenant-settings.events'
import { webhookEvents } from '#areas/integration/webhooks/webhooks.events'
import { chapterEvents } from '#areas/people/chapters/chapters.events'
import { relationshipTypeEvents } from '#areas/people/contact-relationship-types/contact-relationship-types.events'
import { contactKinds } from '#areas/people/contacts/contact-kinds.model'
import { contentListEvents } from '#areas/people/custom-fields/content-lists/content-lists.events'
import { customFieldEvents } from '#areas/people/custom-fields/custom-fields.events'
import { formEvents, formSectionEvents } from '#areas/people/custom-fields/forms/forms.events'
import { fieldGroupEvents } from '#areas/people/custom-fields/groups/groups.events'
import {
  directoryEvents,
  directoryListingEvents,
  listingTypeEvents,
} from '#areas/people/directories/directories.events'
import { groupEvents } from '#areas/people/groups/groups.events'
import { importEvents } from '#areas/people/imports/imports.events'
import { seatEvents } from '#areas/people/logins/seats/seats.events'
import { memberLoginEvents } from '#areas/people/member-logins/member-logins.events'
import { membershipEvents } from '#areas/people/memberships/memberships.events'
import { membershipTypeEvents } from '#areas/people/memberships/types/membership-types.events'
import { signatureEvents } from '#areas/people/signatures/signatures.events'
import { calendarEvents } from '#areas/work/calendars/calendars.events'
import { helpEvents } from '#areas/work/help/help.events'
import { templateEvents } from '#areas/work/mail/templates/templates.events'
import {
  milestoneEvents,
  projectEvents,
  projectTemplateEvents,
  projectTypeEvents,
} from '#areas/work/tasks/projects/projects.events'
import { taskEvents, taskTypeEvents } from '#areas/work/tasks/tasks.events'
import { workflowEvents } from '#areas/work/workflows/workflows.events'
import { changes, type EventKind, kinds } from '#kernel/outbox/event-kind'
import { covers } from '#kernel/outbox/subscriber'
import { suppressionEvents } from '#services/mail/suppression.events'

/** Every kind of event of every area, which webhooks can send. A test compares the list with the areas. */
export const eventKinds: readonly EventKind[] = [
  ...contactKinds,
  ...changes('contact-relationship-types', 'Relationship type', relationshipTypeEvents),
  ...kinds('groups', {
    [groupEvents.created]: 'Group created',
    [groupEvents.updated]: 'Group updated',
    [groupEvents.deleted]: 'Group deleted',
    [groupEvents.memberAdded]: 'Contact came into a group',
    [groupEvents.memberRemoved]: 'Contact left a group',
  }),
  ...kinds('memberships', {
    [membershipEvents.joined]: 'Membership joined',
    [membershipEvents.approved]: 'Membership approved',
    [membershipEvents.renewed]: 'Membership renewed',
    [membershipEvents.levelChanged]: 'Membership changed its level',
    [membershipEvents.suspended]: 'Membership suspended',
    [membershipEvents.resumed]: 'Membership resumed',
    [membershipEvents.cancelled]: 'Membership cancelled',
    [membershipEvents.dropped]: 'Membership dropped',
    [membershipEvents.reinstated]: 'Membership reinstated',
    [membershipEvents.paid]: 'Membership paid',
    [membershipEvents.paymentFailed]: 'Payment of a membership failed',
    [membershipEvents.updated]: 'Membership updated',
    [membershipEvents.begun]: 'Membership begun',
    [membershipEvents.graced]: 'Membership in grace',
    [membershipEvents.lapsed]: 'Membership lapsed',
  }),
  ...kinds('memberships', {
    [membershipTypeEvents.created]: 'Membership type created',
    [membershipTypeEvents.updated]: 'Membership type updated',
    [membershipTypeEvents.deleted]: 'Membership type deleted',
    [membershipTypeEvents.levelCreated]: 'Membership level created',
    [membershipTypeEvents.levelUpdated]: 'Membership level updated',
    [membershipTypeEvents.levelDeleted]: 'Membership level deleted',
  }),
  ...changes('logins', 'Seat of staff', seatEvents),
  ...changes('member-logins', 'Member login', memberLoginEvents),
  ...kinds('chapters', {
    [chapterEvents.created]: 'Chapter created',
    [chapterEvents.updated]: 'Chapter updated',
    [chapterEvents.deleted]: 'Chapter deleted',
    [chapterEvents.contactChanged]: 'Contact changed chapters',
  }),
  ...changes('directories', 'Directory', directoryEvents),
  ...changes('directories', 'Directory listing', directoryListingEvents),
  ...changes('directories', 'Listing type', listingTypeEvents),
  ...changes('custom-fields', 'Custom field', customFieldEvents),
  ...changes('custom-fields', 'Custom field group', fieldGroupEvents),
  ...changes('custom-fields', 'Form', formEvents),
  ...changes('custom-fields', 'Section of a form', formSectionEvents),
  ...changes('custom-fields', 'Content list', contentListEvents),
  ...changes('signatures', 'Signature', signatureEvents),
  ...kinds('workflows', {
    [workflowEvents.created]: 'Workflow created',
    [workflowEvents.updated]: 'Workflow updated',
    [workflowEvents.deleted]: 'Workflow deleted',
    [workflowEvents.paused]: 'Workflow paused because a step fails',
    [workflowEvents.entered]: 'Contact entered a workflow',
    [workflowEvents.completed]: 'Contact completed a workflow',
    [workflowEvents.left]: 'Contact left a workflow early',
    [workflowEvents.failed]: 'Step of a workflow failed for a contact',
  }),
  ...kinds('tasks', {
    [taskEvents.created]: 'Task created',
    [taskEvents.updated]: 'Task updated',
    [taskEvents.completed]: 'Task completed',
    [taskEvents.reopened]: 'Task reopened',
    [taskEvents.deleted]: 'Task deleted',
  }),
  ...changes('tasks', 'Task type', taskTypeEvents),
  ...changes('tasks', 'Project', projectEvents),
  ...changes('tasks', 'Milestone', milestoneEvents),
  ...changes('tasks', 'Project type', projectTypeEvents),
  ...changes('tasks', 'Project template', projectTemplateEvents),
  ...kinds('calendars', {
    [calendarEvents.created]: 'Calendar created',
    [calendarEvents.updated]: 'Calendar updated',
    [calendarEvents.deleted]: 'Calendar deleted',
    [calendarEvents.itemCreated]: 'Calendar item created',
    [calendarEvents.itemUpdated]: 'Calendar item updated',
    [calendarEvents.itemDeleted]: 'Calendar item deleted',
    [calendarEvents.submissionCreated]: 'Calendar item proposed',
    [calendarEvents.submissionUpdated]: 'Proposed calendar item approved or declined',
    [calendarEvents.submissionDeleted]: 'Proposed calendar item deleted',
  }),
  ...kinds('help', {
    [helpEvents.created]: 'Help topic created',
    [helpEvents.updated]: 'Help topic updated',
    [helpEvents.deleted]: 'Help topic back to the shared one',
    [helpEvents.commentCreated]: 'Remark on a help topic made',
    [helpEvents.commentDeleted]: 'Remark on a help topic deleted',
  }),
  ...changes('mail', 'Mail template', templateEvents),
  ...kinds('mail', {
    [suppressionEvents.created]: 'Mail to an address suppressed',
    [suppressionEvents.deleted]: 'Suppression of an address deleted',
  }),
  ...changes('documents', 'Document template', documentTemplateEvents),
  ...changes('store', 'Shipping method', shippingMethodEvents),
  ...kinds('store', {
    [orderEvents.created]: 'Store order created',
    [orderEvents.cancelled]: 'Store order cancelled',
    [orderEvents.refunded]: 'Store order refunded',
    [orderEvents.shipped]: 'Store order shipped',
  }),
  ...changes('store', 'Store voucher', voucherEvents),
  ...kinds('store', {
    [downloadEvents.created]: 'Download sold',
    [downloadEvents.deleted]: 'Download revoked',
  }),
  ...changes('benefit-ledger', 'Benefit', benefitItemEvents),
  ...changes('benefit-ledger', 'Benefit package', benefitPackageEvents),
  ...changes('store', 'Store item', storeItemEvents),
  ...changes('store', 'Lot of stock', storeLotEvents),
  ...kinds('benefit-ledger', {
    [contactBenefitEvents.granted]: 'Benefit granted to a contact',
    [contactBenefitEvents.used]: 'Benefit used by a contact',
    [contactBenefitEvents.adjusted]: 'Benefit of a contact adjusted',
    [contactBenefitEvents.expired]: 'Benefit of a contact expired',
    [contactBenefitEvents.reversed]: 'Transaction of a benefit reversed',
  }),
  ...changes('payment-plans', 'Payment plan', paymentPlanEvents),
  ...eventWingKinds,
  ...changes('sponsorships', 'Site', siteEvents),
  ...changes('sponsorships', 'Page of a site', sitePageEvents),
  ...changes('sponsorships', 'Site module', siteModuleEvents),
  ...changes('sponsorships', 'Custom ad location', customAdLocationEvents),
  ...changes('sponsorships', 'Display ad', displayAdEvents),
  ...changes('sponsorships', 'Sponsorship type', sponsorshipTypeEvents),
  ...kinds('sponsorships', {
    [sponsorEvents.created]: 'Sponsor created',
    [sponsorEvents.updated]: 'Sponsor updated',
    [sponsorEvents.approved]: 'Sponsor approved',
    [sponsorEvents.declined]: 'Sponsor declined',
    [sponsorEvents.ended]: 'Sponsor ended',
    [sponsorEvents.deleted]: 'Sponsor deleted',
  }),
  ...kinds('books', {
    [bookEvents.invoiceIssued]: 'Invoice issued',
    [bookEvents.invoiceUpdated]: 'Invoice updated',
    [bookEvents.invoiceVoided]: 'Invoice voided',
    [bookEvents.paymentRecorded]: 'Payment recorded',
    [bookEvents.paymentUpdated]: 'Payment updated',
    [bookEvents.paymentVoided]: 'Payment voided',
    [bookEvents.creditIssued]: 'Credit issued',
    [bookEvents.creditUpdated]: 'Credit updated',
    [bookEvents.creditVoided]: 'Credit voided',
    [bookEvents.refundRecorded]: 'Refund recorded',
    [bookEvents.refundUpdated]: 'Refund updated',
    [bookEvents.refundVoided]: 'Refund voided',
    [bookEvents.writeOffRecorded]: 'Write-off recorded',
    [bookEvents.writeOffUpdated]: 'Write-off updated',
    [bookEvents.writeOffVoided]: 'Write-off voided',
  }),
  ...changes('books', 'Account', accountEvents),
  ...changes('books', 'Transaction class', transactionClassEvents),
  ...changes('books', 'Tax region', taxRegionEvents),
  ...changes('books', 'Tax set', taxSetEvents),
  ...changes('books', 'Discount', discountEvents),
  ...changes('books', 'Fee item', feeItemEvents),
  ...kinds('books', { [contactBillingEvents.updated]: 'Billing of a contact changed' }),
  ...kinds('books', { [closedPeriodEvents.updated]: 'Closed period changed' }),
  ...kinds('integration-feeds', { [ledgerCustomerEvents.updated]: 'Id of a contact in the ledger changed' }),
  ...changes('payment-subtypes', 'Payment subtype', paymentSubtypeEvents),
  ...changes('ledger-settings', 'Ledger settings', ledgerSettingsEvents),
  ...changes('payment-gateways', 'Payment gateway', paymentGatewayEvents),
  ...changes('payment-processor', 'Charge', chargeEvents),
  ...changes('payment-processor', 'Dispute', disputeEvents),
  ...changes('payment-processor', 'Transfer to the bank', transferEvents),
  ...kinds('payment-processor', {
    [requirementEvents.changed]: 'Requirements of the payment processor changed',
    [reportEvents.completed]: 'Report of the payment processor completed',
    [reportEvents.failed]: 'Report of the payment processor failed',
  }),
  ...kinds('application-permissions', {
    [apiKeyEvents.created]: 'API key created',
    [apiKeyEvents.updated]: 'API key changed',
    [apiKeyEvents.deleted]: 'API key deleted',
    [apiKeyEvents.reset]: 'API key replaced',
    [oauthClientEvents.created]: 'OAuth client created',
    [oauthClientEvents.updated]: 'OAuth client changed',
    [oauthClientEvents.deleted]: 'OAuth client deleted',
    [oauthClientEvents.reset]: 'Secret of an OAuth client replaced',
  }),
  ...changes('connections', 'Connection with another tenant', connectionEvents),
  ...changes('connections', 'Exchange', exchangeEvents),
  ...kinds('association-sync', { [associationSettingsEvents.updated]: 'Settings of the association sync changed' }),
  ...changes('files', 'File', fileEvents),
  ...changes('imports', 'Import', importEvents),
  ...changes('tenant-exports', 'Export of the tenant', tenantExportEvents),
  ...kinds('tenant-settings', { [tenantSettingsEvents.updated]: 'Settings of the tenant changed' }),
  ...kinds('webhooks', {
    [webhookEvents.created]: 'Webhook created',
    [webhookEvents.updated]: 'Webhook updated',
    [webhookEvents.deleted]: 'Webhook deleted',
    [webhookEvents.paused]: 'Webhook paused because it fails',
  }),
  ...kinds('native-integrations', {
    [nativeIntegrationEvents.created]: 'Native integration installed',
    [nativeIntegrationEvents.updated]: 'Native integration changed',
    [nativeIntegrationEvents.deleted]: 'Native integration uninstalled',
  }),
]

/** The event kinds that match any of the filters, in the order of the lookup. */
export const kindsOf = (filters: readonly string[]): string[] =>
  eventKinds.map(({ kind }) => kind).filter((kind) => filters.some((pattern) => covers(pattern, kind)))

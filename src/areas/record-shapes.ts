import { readContactBenefit } from '#areas/commerce/benefit-ledger/balances/contact-benefits.queries'
import { readBenefitItem } from '#areas/commerce/benefit-ledger/items/items.queries'
import { readBenefitPackage } from '#areas/commerce/benefit-ledger/packages/packages.queries'

import { readOrder } from '#areas/commerce/buying/orders/orders.queries'
import { readShippingMethod } from '#areas/commerce/buying/shipping-methods/shipping-methods.queries'
import { readVoucher } from '#areas/commerce/buying/vouchers/vouchers.queries'

import { presentPlan } from '#areas/commerce/payment-plans/payment-plans.presenter'
import { getPlanById, isPlanUsed, shownPlan } from '#areas/commerce/payment-plans/payment-plans.queries'
import { presentCustomAdLocation } from '#areas/commerce/sponsorships/custom-locations/custom-locations.presenter'
import { getCustomAdLocation } from '#areas/commerce/sponsorships/custom-locations/custom-locations.queries'
import { readDisplayAd } from '#areas/commerce/sponsorships/display-ads/display-ads.queries'
import { presentSiteModule } from '#areas/commerce/sponsorships/site-modules/site-modules.presenter'
import { getSiteModuleOfType } from '#areas/commerce/sponsorships/site-modules/site-modules.queries'
import { readSitePage } from '#areas/commerce/sponsorships/site-pages/site-pages.queries'
import { readSite } from '#areas/commerce/sponsorships/sites/sites.queries'
import { readSponsor } from '#areas/commerce/sponsorships/sponsors/sponsors.queries'
import { readSponsorshipType } from '#areas/commerce/sponsorships/types/sponsorship-types.queries'
import { presentItem } from '#areas/commerce/store/items/items.presenter'
import { getItemOfAnyKind } from '#areas/commerce/store/items/items.queries'
import { readLot } from '#areas/commerce/store/lots/lots.queries'
import { contactShapes } from '#areas/contact-shapes.model'
import { readCertificate } from '#areas/events/certificates/certificates.queries'
import { readEventGroup } from '#areas/events/event-groups/event-groups.queries'
import { readEventSponsor } from '#areas/events/event-sponsors/event-sponsors.queries'
import { readEvent } from '#areas/events/events/events.queries'
import { readExhibitor } from '#areas/events/exhibitors/exhibitors.queries'
import { readInvitation } from '#areas/events/invitations/invitations.queries'
import { readReferralSource } from '#areas/events/referral-sources/referral-sources.queries'
import { readEventOrder } from '#areas/events/registrations/orders/orders.queries'
import { readRegistration } from '#areas/events/registrations/registrations.queries'
import { readAccount } from '#areas/finance/books/accounts/accounts.queries'
import { presentBilling } from '#areas/finance/books/billing/billing.presenter'
import { getBilling } from '#areas/finance/books/billing/billing.queries'
import { readTransactionClass } from '#areas/finance/books/classes/classes.queries'
import { presentClosedPeriod } from '#areas/finance/books/closed-period.presenter'
import { getClosedPeriod } from '#areas/finance/books/closed-period.queries'
import { readCredit } from '#areas/finance/books/credits/credits.queries'
import { readDiscount } from '#areas/finance/books/discounts/discounts.queries'
import { readFeeItem } from '#areas/finance/books/fee-items/fee-items.queries'
import { readInvoice } from '#areas/finance/books/invoices/invoices.queries'
import { readPayment } from '#areas/finance/books/payments/payments.queries'
import { readRefund } from '#areas/finance/books/refunds/refunds.queries'
import { readTaxRegion } from '#areas/finance/books/tax-regions/tax-regions.queries'
import { readTaxSet } from '#areas/finance/books/tax-sets/tax-sets.queries'
import { readWriteOff } from '#areas/finance/books/write-offs/write-offs.queries'
import { presentTemplate as presentDocumentTemplate } from '#areas/finance/documents/templates/templates.presenter'
import { getTemplate as getDocumentTemplate } from '#areas/finance/documents/templates/templates.queries'
import { presentLedgerId } from '#areas/finance/integration-feeds/ledger-ids/ledger-ids.presenter'
import { getLedgerId } from '#areas/finance/integration-feeds/ledger-ids/ledger-ids.queries'
import { presentSettings } from '#areas/finance/ledger-settings/ledger-settings.presenter'
import { findInstallation, getServiceSide } from '#areas/finance/ledger-settings/ledger-settings.queries'
import { presentPaymentGateway } from '#areas/finance/payment-gateways/payment-gateways.presenter'
import { getPaymentGateway, listDeletableIds } from '#areas/finance/payment-gateways/payment-gateways.queries'
import { presentCharge } from '#areas/finance/payment-processor/charges/charges.presenter'
import { getStoredCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import { presentDispute } from '#areas/finance/payment-processor/disputes/disputes.presenter'
import { getDisputeById } from '#areas/finance/payment-processor/disputes/disputes.queries'
import { readDispute } from '#areas/finance/payment-processor/disputes/disputes.service'
import { presentPaymentSubtype } from '#areas/finance/payment-subtypes/payment-subtypes.presenter'
import { getPaymentSubtype } from '#areas/finance/payment-subtypes/payment-subtypes.queries'
import {
  presentApiKeyEdit,
  presentOAuthClientEdit,
} from '#areas/integration/application-permissions/application-permissions.presenter'
import { getPermission } from '#areas/integration/application-permissions/application-permissions.queries'
import { presentSettings as presentAssociationSettings } from '#areas/integration/association-sync/settings/settings.presenter'
import { findSettings as findAssociationSettings } from '#areas/integration/association-sync/settings/settings.queries'
import { presentConnection } from '#areas/integration/connections/connections.presenter'
import { connectionKind, findTargetNames } from '#areas/integration/connections/connections.queries'
import { presentExchange } from '#areas/integration/connections/exchanges/exchanges.presenter'
import { exchangeKind } from '#areas/integration/connections/exchanges/exchanges.queries'
import { readTenantExport } from '#areas/integration/tenant-exports/tenant-exports.queries'
import { presentTenantSettings } from '#areas/integration/tenant-settings/tenant-settings.presenter'
import { getTenantSettings } from '#areas/integration/tenant-settings/tenant-settings.queries'
import { idIn, presented, type RecordShape, written } from '#areas/integration/webhooks/records/record-shape.model'
import { presentWebhook } from '#areas/integration/webhooks/webhooks.presenter'
import { getWebhook } from '#areas/integration/webhooks/webhooks.queries'
import { presentChapter } from '#areas/people/chapters/chapters.presenter'
import { getChapter } from '#areas/people/chapters/chapters.queries'
import { presentEdit as presentRelationshipType } from '#areas/people/contact-relationship-types/contact-relationship-types.presenter'
import { getRelationshipType } from '#areas/people/contact-relationship-types/contact-relationship-types.queries'
import { readOrganization } from '#areas/people/contacts/organizations/organizations.queries'
import { readPerson } from '#areas/people/contacts/persons/persons.queries'
import { readContentList } from '#areas/people/custom-fields/content-lists/content-lists.queries'
import { presentField } from '#areas/people/custom-fields/custom-fields.presenter'
import { getField } from '#areas/people/custom-fields/custom-fields.queries'
import { readForm } from '#areas/people/custom-fields/forms/forms.queries'
import { readSection } from '#areas/people/custom-fields/forms/sections/sections.queries'
import { presentFieldGroup } from '#areas/people/custom-fields/groups/groups.presenter'
import { getFieldGroup } from '#areas/people/custom-fields/groups/groups.queries'
import { presentDirectory } from '#areas/people/directories/directories.presenter'
import { getDirectory } from '#areas/people/directories/directories.queries'
import { readListingType } from '#areas/people/directories/listing-types/listing-types.queries'
import { readListing } from '#areas/people/directories/listings/listings.queries'
import { getGroup } from '#areas/people/groups/groups.queries'
import { readImport } from '#areas/people/imports/imports.queries'
import { readMemberLogin } from '#areas/people/member-logins/member-logins.queries'
import { getMembership } from '#areas/people/memberships/memberships.queries'
import { presentLevel } from '#areas/people/memberships/types/membership-types.presenter'
import { getLevelById, listUsedLevels, readType } from '#areas/people/memberships/types/membership-types.queries'
import { readCalendarRecord } from '#areas/work/calendars/calendars.queries'
import { readItem } from '#areas/work/calendars/items/items.queries'
import { readSubmission } from '#areas/work/calendars/submissions/submissions.queries'
import { presentComment } from '#areas/work/help/comments/comments.presenter'
import { getComment } from '#areas/work/help/comments/comments.queries'
import { presentForEditing } from '#areas/work/help/help.presenter'
import { getOwnTopic, topicOf } from '#areas/work/help/help.queries'
import { readSuppression } from '#areas/work/mail/suppressions/suppressions.queries'
import { presentTemplate as presentMailTemplate } from '#areas/work/mail/templates/templates.presenter'
import { getTemplate as getMailTemplate, isTemplateInUse } from '#areas/work/mail/templates/templates.queries'
import { getMilestone } from '#areas/work/tasks/milestones/milestones.queries'
import { getProjectType } from '#areas/work/tasks/project-types/project-types.queries'
import { presentMilestone, presentProjectType } from '#areas/work/tasks/projects/projects.presenter'
import { readProject } from '#areas/work/tasks/projects/projects.queries'
import { getTask } from '#areas/work/tasks/tasks.queries'
import { presentTemplate } from '#areas/work/tasks/templates/templates.presenter'
import { getTemplate } from '#areas/work/tasks/templates/templates.queries'
import { presentTaskType } from '#areas/work/tasks/types/task-types.presenter'
import { getTaskType } from '#areas/work/tasks/types/task-types.queries'
import { readWorkflowRecord } from '#areas/work/workflows/workflows.queries'
import type { WebhookEdit } from '#contract/integration/webhooks'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'

const readContact = async (scope: Scope, id: number): Promise<string | null> =>
  ((await readPerson(scope, id)) ?? (await readOrganization(scope, id)))?.text ?? null

/** The path of a Url can contain a key, which the receivers of other webhooks must not get. */
const withoutPath = (webhook: WebhookEdit): WebhookEdit => ({
  ...webhook,
  Url: webhook.Url === null ? null : new URL('/', webhook.Url).href,
})

const PERMISSIONS = 'application-permissions:read'

const getApiKey = async (scope: Scope, id: number) => presentApiKeyEdit(scope, await getPermission(scope, 'apikey', id))

const getOAuthClient = async (scope: Scope, id: number) =>
  presentOAuthClientEdit(scope, await getPermission(scope, 'oauthclient', id))

const ANY_PATH = { projectId: 0, contactId: 0 }

/**
 * The records of every area by the first word of their event kinds, mostly their entity: each in the shape that its own
 * operation returns. A test compares them with the kinds of events.
 */
export const recordShapes: ReadonlyMap<string, RecordShape> = new Map(
  Object.entries<RecordShape>({
    apikey: { ...presented(PERMISSIONS, getApiKey), entity: 'api-key' },
    oauthclient: { ...presented(PERMISSIONS, getOAuthClient), entity: 'oauth-client' },
    contact: { scope: 'contacts:read', read: readContact },
    ...contactShapes,
    contactrelationshiptype: presented('contact-relationship-types:read', async (scope, id) =>
      presentRelationshipType(await getRelationshipType(scope, id)),
    ),
    group: written('groups:read', (scope, id) => getGroup(scope, id)),
    membership: written('memberships:read', (scope, id) => getMembership(scope, id)),
    membershiptype: written('memberships:read', (scope, id) => readType(scope, id)),
    membershiplevel: presented('memberships:read', async (scope, id) => {
      const level = await getLevelById(scope, id)
      return presentLevel(scope, level, await listUsedLevels(scope, [level]))
    }),
    chapter: presented('chapters:read', async (scope, id) => presentChapter(await getChapter(scope, id))),
    directory: presented('directories:read', async (scope, id) => presentDirectory(await getDirectory(scope, id))),
    directorylisting: {
      scope: 'directories:read',
      read: async (scope, id, event) => (await readListing(scope, idIn(event, 'directoryId'), id)).text,
    },
    directorylistingtype: {
      scope: 'directories:read',
      read: async (scope, id, event) => (await readListingType(scope, idIn(event, 'directoryId'), id)).text,
    },
    form: written('custom-fields:read', (scope, id) => readForm(scope, id)),
    formsection: {
      scope: 'custom-fields:read',
      read: async (scope, id, event) => (await readSection(scope, idIn(event, 'FormId'), id)).text,
    },
    contentlist: written('custom-fields:read', (scope, id) => readContentList(scope, id)),
    customfield: presented('custom-fields:read', async (scope, id) => presentField(await getField(scope, id))),
    customfieldgroup: presented('custom-fields:read', async (scope, id) =>
      presentFieldGroup(await getFieldGroup(scope, id)),
    ),
    workflow: { scope: 'workflows:read', read: readWorkflowRecord },
    task: written('tasks:read', (scope, id) => getTask(scope, id, ANY_PATH)),
    tasktype: presented('tasks:read', async (scope, id) => presentTaskType(await getTaskType(scope, id))),
    project: written('tasks:read', readProject),
    milestone: presented('tasks:read', async (scope, id) => presentMilestone(await getMilestone(scope, id))),
    projecttype: presented('tasks:read', async (scope, id) => presentProjectType(await getProjectType(scope, id))),
    projecttemplate: presented('tasks:read', async (scope, id) => presentTemplate(await getTemplate(scope, id))),
    calendar: { scope: 'calendars:read', read: readCalendarRecord },
    calendaritem: {
      scope: 'calendars:read',
      read: async (scope, id, event) => (await readItem(scope, idIn(event, 'calendarId'), id)).text,
    },
    calendarsubmission: { scope: 'calendars:read', read: async (scope, id) => (await readSubmission(scope, id)).text },
    memberlogin: { scope: 'member-logins:read', read: async (scope, id) => (await readMemberLogin(scope, id)).text },
    helptopic: presented('help:read', async (scope, id) => {
      const topic = topicOf(await getOwnTopic(scope, id))
      return presentForEditing(topic, topic.screenKey)
    }),
    helpcomment: presented('help:read', async (scope, id) => presentComment(await getComment(scope, id))),
    'mail-template': presented('mail:read', async (scope, id) => {
      const template = await getMailTemplate(scope, id)
      return presentMailTemplate(scope, template, await isTemplateInUse(scope, template))
    }),
    mail: { entity: 'mail-suppression', scope: 'mail:read', read: readSuppression },
    'document-template': presented('document-templates:read', async (scope, id) =>
      presentDocumentTemplate(scope, await getDocumentTemplate(scope, id)),
    ),
    storeorder: written('store:read', (scope, id) => readOrder(scope, id)),
    storevoucher: written('store:read', (scope, id) => readVoucher(scope, id)),
    shippingmethod: written('store:read', (scope, id) => readShippingMethod(scope, id)),
    benefititem: written('benefit-ledger:read', (scope, id) => readBenefitItem(scope, id)),
    benefitpackage: written('benefit-ledger:read', (scope, id) => readBenefitPackage(scope, id)),
    storeitem: presented('store:read', async (scope, id) => presentItem(scope, await getItemOfAnyKind(scope, id))),
    storelot: written('store:read', (scope, id) => readLot(scope, id)),
    contactbenefit: written('benefit-ledger:read', (scope, id) => readContactBenefit(scope, id)),
    paymentplan: presented('payment-plans:read', async (scope, id) => {
      const plan = await getPlanById(scope, id)
      return presentPlan(scope, shownPlan(plan, await isPlanUsed(scope.db.prisma, plan)))
    }),
    site: written('sponsorships:read', (scope, id) => readSite(scope, id)),
    sitepage: written('sponsorships:read', (scope, id) => readSitePage(scope, id)),
    sitemodule: presented('sponsorships:read', async (scope, id) =>
      presentSiteModule(scope)(await getSiteModuleOfType(scope, scope.db.prisma, id)),
    ),
    customadlocation: presented('sponsorships:read', async (scope, id) =>
      presentCustomAdLocation(await getCustomAdLocation(scope, id)),
    ),
    displayad: written('sponsorships:read', (scope, id) => readDisplayAd(scope, id)),
    referralsource: written('events:read', (scope, id) => readReferralSource(scope, id)),
    event: written('events:read', (scope, id) => readEvent(scope, id)),
    eventinvitation: written('events:read', (scope, id) => readInvitation(scope, id)),
    eventgroup: written('event-groups:read', (scope, id) => readEventGroup(scope, id)),
    eventregistration: written('event-registrations:read', (scope, id) => readRegistration(scope, id)),
    eventcertificate: written('event-registrations:read', (scope, id) => readCertificate(scope, id)),
    eventsponsor: written('event-sponsors:read', (scope, id) => readEventSponsor(scope, id)),
    eventexhibitor: written('event-registrations:read', (scope, id) => readExhibitor(scope, id)),
    eventorder: written('event-registrations:read', (scope, id) => readEventOrder(scope, id)),
    sponsorshiptype: written('sponsorships:read', (scope, id) => readSponsorshipType(scope, id)),
    sponsor: written('sponsorships:read', (scope, id) => readSponsor(scope, id)),
    account: written('books:read', (scope, id) => readAccount(scope, id)),
    transactionclass: written('books:read', (scope, id) => readTransactionClass(scope, id)),
    taxregion: written('books:read', (scope, id) => readTaxRegion(scope, id)),
    taxset: written('books:read', (scope, id) => readTaxSet(scope, id)),
    discount: written('books:read', (scope, id) => readDiscount(scope, id)),
    feeitem: written('books:read', (scope, id) => readFeeItem(scope, id)),
    invoice: written('books:read', (scope, id) => readInvoice(scope.db, scope, id)),
    payment: written('books:read', (scope, id) => readPayment(scope.db, scope, id)),
    credit: written('books:read', (scope, id) => readCredit(scope.db, scope, id)),
    refund: written('books:read', (scope, id) => readRefund(scope.db, scope, id)),
    writeoff: written('books:read', (scope, id) => readWriteOff(scope.db, scope, id)),
    contactbilling: presented('books:read', async (scope, id) => presentBilling(await getBilling(scope, id))),
    closedperiod: presented('books:read', async (scope) => presentClosedPeriod(await getClosedPeriod(scope))),
    paymentsubtype: presented('payment-subtypes:read', async (scope, id) =>
      presentPaymentSubtype(await getPaymentSubtype(scope, id)),
    ),
    ledgersettings: presented('ledger-settings:read', async (scope) => {
      const installation = await findInstallation(scope)
      return presentSettings(scope, installation, await getServiceSide(scope, installation))
    }),
    ledgercustomer: presented('integration-feeds:read', async (scope, id) =>
      presentLedgerId(await getLedgerId(scope, id)),
    ),
    paymentgateway: presented('payment-gateways:read', async (scope, id) => {
      const gateway = await getPaymentGateway(scope, id)
      return presentPaymentGateway(scope, gateway, await listDeletableIds(scope, [gateway]))
    }),
    charge: presented('payment-processor:read', async (scope, id) => presentCharge(await getStoredCharge(scope, id))),
    dispute: presented('payment-processor:read', async (scope, id) => {
      const dispute = await getDisputeById(scope, id)
      const { messages, files } = await readDispute(scope, dispute)
      return presentDispute(scope, dispute, messages, files)
    }),
    tenantsettings: presented('tenant-settings:read', async (scope) =>
      presentTenantSettings(await getTenantSettings(scope)),
    ),
    associationsettings: presented('association-sync:read', async (scope) =>
      presentAssociationSettings(await findAssociationSettings(scope.db.prisma, scope)),
    ),
    connection: presented('connections:read', async (scope, id) => {
      const connection = await getRecord(scope, connectionKind, id)
      return presentConnection(scope, connection, await findTargetNames(scope, connection))
    }),
    exchange: presented('connections:read', async (scope, id) =>
      presentExchange(await getRecord(scope, exchangeKind, id)),
    ),
    import: written('imports:read', readImport),
    'tenant-export': written('admin', readTenantExport),
    webhook: presented('webhooks:read', async (scope, id) =>
      withoutPath(presentWebhook({ webhook: await getWebhook(scope, id) })),
    ),
  }),
)

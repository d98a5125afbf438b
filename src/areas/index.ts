import type { FastifyPluginAsync } from 'fastify'
import { benefitLedger } from '#areas/commerce/benefit-ledger/benefit-ledger.routes'
import { buying } from '#areas/commerce/buying/buying.routes'
import { paymentPlans } from '#areas/commerce/payment-plans/payment-plans.routes'
import { seedSiteModules } from '#areas/commerce/sponsorships/advertising.seeds'
import { sponsorships } from '#areas/commerce/sponsorships/sponsorships.routes'
import { store } from '#areas/commerce/store/store.routes'
import { captchaTools } from '#areas/events/captcha/captcha-tools.routes'
import { eventCertificates } from '#areas/events/certificates/certificates.routes'
import { eventGroups } from '#areas/events/event-groups/event-groups.routes'
import { eventSponsors } from '#areas/events/event-sponsors/event-sponsors.routes'
import { events } from '#areas/events/events/events.routes'
import { eventExhibitors } from '#areas/events/exhibitors/exhibitors.routes'
import { eventInvitations } from '#areas/events/invitations/invitations.routes'
import { publicRegistration } from '#areas/events/public-registration/public-registration.routes'
import { referralSources } from '#areas/events/referral-sources/referral-sources.routes'
import { seedReferralSources } from '#areas/events/referral-sources/referral-sources.seeds'
import { registrationPage } from '#areas/events/registration-page/registration-page.routes'
import { eventRegistrations } from '#areas/events/registrations/registrations.routes'
import { seedAccounts } from '#areas/finance/books/accounts/accounts.seeds'
import { books } from '#areas/finance/books/books.routes'
import { seedClosedPeriod } from '#areas/finance/books/closed-period.seeds'
import { documents } from '#areas/finance/documents/documents.routes'
import { seedDocumentTemplates } from '#areas/finance/documents/templates/templates.seeds'
import { integrationFeeds } from '#areas/finance/integration-feeds/integration-feeds.routes'
import { ledgerSettings } from '#areas/finance/ledger-settings/ledger-settings.routes'
import { ledgerSync } from '#areas/finance/ledger-settings/sync/sync.subscriber'
import { paymentGatewayReports } from '#areas/finance/payment-gateway-reports/payment-gateway-reports.routes'
import { paymentGateways } from '#areas/finance/payment-gateways/payment-gateways.routes'
import { paymentProcessor } from '#areas/finance/payment-processor/payment-processor.routes'
import { processorTools } from '#areas/finance/payment-processor/processor-tools.routes'
import { paymentSubtypes } from '#areas/finance/payment-subtypes/payment-subtypes.routes'
import { seedPaymentSubtypes } from '#areas/finance/payment-subtypes/payment-subtypes.seeds'
import { applicationPermissions } from '#areas/integration/application-permissions/application-permissions.routes'
import { associationSync } from '#areas/integration/association-sync/association-sync.routes'
import { associationChanges } from '#areas/integration/association-sync/changes/changes.subscriber'
import { connections } from '#areas/integration/connections/connections.routes'
import { counterpartChanges } from '#areas/integration/connections/gaps/counterparts.subscriber'
import { contactChanges } from '#areas/integration/connections/outgoing/changes.subscriber'
import { readAttachments } from '#areas/integration/files/attached-files.queries'
import { files } from '#areas/integration/files/files.routes'
import { failureReports } from '#areas/integration/logs/failures/failure-reports.service'
import { failureEvents } from '#areas/integration/logs/failures/failures.subscriber'
import { logs } from '#areas/integration/logs/logs.routes'
import { migration } from '#areas/integration/migration/migration.routes'
import { nativeEvents } from '#areas/integration/native-integrations/executions/executions.subscriber'
import { nativeIntegrations } from '#areas/integration/native-integrations/native-integrations.routes'
import { tenantExports } from '#areas/integration/tenant-exports/tenant-exports.routes'
import { tenantSettings } from '#areas/integration/tenant-settings/tenant-settings.routes'
import { webhookEventsSubscriber } from '#areas/integration/webhooks/fan-out/fan-out.subscriber'
import { webhooks } from '#areas/integration/webhooks/webhooks.routes'
import { chapters } from '#areas/people/chapters/chapters.routes'
import { contactRelationshipTypes } from '#areas/people/contact-relationship-types/contact-relationship-types.routes'
import { recordMail } from '#areas/people/contacts/communications/mail-records.service'
import { contacts } from '#areas/people/contacts/contacts.routes'
import { seedContacts } from '#areas/people/contacts/contacts.seeds'
import { paidPeople } from '#areas/people/contacts/unmatched/paid-people.subscriber'
import { customFields } from '#areas/people/custom-fields/custom-fields.routes'
import { seedEditionFields } from '#areas/people/custom-fields/edition/edition.seeds'
import { directories } from '#areas/people/directories/directories.routes'
import { groups } from '#areas/people/groups/groups.routes'
import { imports } from '#areas/people/imports/imports.routes'
import { logins } from '#areas/people/logins/logins.routes'
import { memberLogins } from '#areas/people/member-logins/member-logins.routes'
import { memberships } from '#areas/people/memberships/memberships.routes'
import { findSignatureHtml } from '#areas/people/signatures/signatures.queries'
import { signatures } from '#areas/people/signatures/signatures.routes'
import { calendars } from '#areas/work/calendars/calendars.routes'
import { help } from '#areas/work/help/help.routes'
import { mail } from '#areas/work/mail/mail.routes'
import { seedMailTemplates } from '#areas/work/mail/templates/templates.seeds'
import { tasks as taskArea } from '#areas/work/tasks/tasks.routes'
import { seedTaskTypes } from '#areas/work/tasks/types/task-types.seeds'
import { workflowSources } from '#areas/work/workflows/engine/sources.subscriber'
import { workflows } from '#areas/work/workflows/workflows.routes'
import type { Subscriber } from '#kernel/outbox/subscriber'
import { joinAreas } from '#kernel/registers/register'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { seedRoles } from '#services/auth/roles'
import type { Files } from '#services/files/open-files'
import type { MailExtensions } from '#services/mail/sending/send-mail'
import { additions } from './additions.ts'
import { useAdditions } from './record-uses.ts'

/** Every area, grouped by wing. */
export const areas: FastifyPluginAsync[] = [
  // people
  contacts,
  contactRelationshipTypes,
  groups,
  memberships,
  logins,
  memberLogins,
  signatures,
  chapters,
  directories,
  customFields,
  imports,
  // work
  calendars,
  help,
  mail,
  workflows,
  taskArea,
  // commerce
  benefitLedger,
  buying,
  store,
  paymentPlans,
  sponsorships,
  // events
  captchaTools,
  events,
  eventInvitations,
  eventGroups,
  eventSponsors,
  eventExhibitors,
  referralSources,
  publicRegistration,
  registrationPage,
  eventRegistrations,
  eventCertificates,
  // finance
  processorTools,
  documents,
  books,
  ledgerSettings,
  paymentGateways,
  paymentProcessor,
  paymentGatewayReports,
  paymentSubtypes,
  integrationFeeds,
  // integration
  applicationPermissions,
  connections,
  associationSync,
  logs,
  migration,
  tenantExports,
  files,
  tenantSettings,
  nativeIntegrations,
  webhooks,
]

/** The records that areas create in a new tenant. */
export const tenantSeeds: TenantSeed[] = [
  seedRoles,
  seedContacts,
  seedMailTemplates,
  seedDocumentTemplates,
  seedEditionFields,
  seedTaskTypes,
  seedReferralSources,
  seedAccounts,
  seedClosedPeriod,
  seedPaymentSubtypes,
  seedSiteModules,
]

/** The reactions to events. */
export const subscribers: Subscriber[] = [
  workflowSources,
  webhookEventsSubscriber,
  ledgerSync,
  associationChanges,
  contactChanges,
  counterpartChanges,
  paidPeople,
  nativeEvents,
  failureEvents,
]

/** Records sent mail with its contact, and reads the signatures and attachments of mails. */
export const mailExtensions = ({ store }: Pick<Files, 'store'>): MailExtensions => ({
  record: recordMail,
  findSignature: findSignatureHtml,
  readAttachments: readAttachments(store),
  reports: failureReports,
})

joinAreas([useAdditions, ...additions])

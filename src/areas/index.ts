import type { FastifyPluginAsync } from 'fastify'
import { benefitLedger } from '#areas/commerce/benefit-ledger/benefit-ledger.routes'
import { benefitDays } from '#areas/commerce/benefit-ledger/grants/grants.job'
import { performMassOperation } from '#areas/commerce/benefit-ledger/mass/mass.job'
import { MASS_BENEFITS } from '#areas/commerce/benefit-ledger/mass/mass.service'
import { buyingTasks, orderTasks } from '#areas/commerce/buying/buying.job'
import { buying } from '#areas/commerce/buying/buying.routes'
import { cartDays } from '#areas/commerce/buying/carts/old-carts.job'
import { voucherDays } from '#areas/commerce/buying/vouchers/voucher-liability.job'
import { collectionTasks, paymentPlanDays } from '#areas/commerce/payment-plans/collections/collections.job'
import { paymentPlans } from '#areas/commerce/payment-plans/payment-plans.routes'
import { seedSiteModules } from '#areas/commerce/sponsorships/advertising.seeds'
import { sponsorDays } from '#areas/commerce/sponsorships/sponsors/sponsors.job'
import { sponsorships } from '#areas/commerce/sponsorships/sponsorships.routes'
import { store } from '#areas/commerce/store/store.routes'
import { captchaTools } from '#areas/events/captcha/captcha-tools.routes'
import { usedCaptchaCleanup } from '#areas/events/captcha/used-captchas.job'
import { certificateDays, certificateTasks } from '#areas/events/certificates/certificates.job'
import { eventCertificates } from '#areas/events/certificates/certificates.routes'
import { eventGroups } from '#areas/events/event-groups/event-groups.routes'
import { eventSponsors } from '#areas/events/event-sponsors/event-sponsors.routes'
import { events } from '#areas/events/events/events.routes'
import { eventExhibitors } from '#areas/events/exhibitors/exhibitors.routes'
import { invitationTasks } from '#areas/events/invitations/invitations.job'
import { eventInvitations } from '#areas/events/invitations/invitations.routes'
import { registrationLinkTasks } from '#areas/events/public-registration/links/links.job'
import { publicRegistration } from '#areas/events/public-registration/public-registration.routes'
import { eventOrderTasks, registrationTasks } from '#areas/events/public-registration/registration.job'
import { referralSources } from '#areas/events/referral-sources/referral-sources.routes'
import { seedReferralSources } from '#areas/events/referral-sources/referral-sources.seeds'
import { registrationPage } from '#areas/events/registration-page/registration-page.routes'
import { noShowDays } from '#areas/events/registrations/check-in/no-shows.job'
import { eventRegistrationTasks } from '#areas/events/registrations/registrations.job'
import { eventRegistrations } from '#areas/events/registrations/registrations.routes'
import { waitingListTasks } from '#areas/events/waiting-list/waiting-list.job'
import { seedAccounts } from '#areas/finance/books/accounts/accounts.seeds'
import { books } from '#areas/finance/books/books.routes'
import { seedClosedPeriod } from '#areas/finance/books/closed-period.seeds'
import { documents } from '#areas/finance/documents/documents.routes'
import { oldPrintouts } from '#areas/finance/documents/printouts/printouts.job'
import { seedDocumentTemplates } from '#areas/finance/documents/templates/templates.seeds'
import { integrationFeeds } from '#areas/finance/integration-feeds/integration-feeds.routes'
import { ledgerTokens } from '#areas/finance/ledger-settings/connections/tokens.model'
import type { LedgerTools } from '#areas/finance/ledger-settings/ledger-settings.model'
import { ledgerSettings } from '#areas/finance/ledger-settings/ledger-settings.routes'
import { ledgerLogRetention } from '#areas/finance/ledger-settings/sync/retention.job'
import { ledgerSyncFigures } from '#areas/finance/ledger-settings/sync/sync.figures'
import { ledgerTasks } from '#areas/finance/ledger-settings/sync/sync.job'
import { ledgerSync } from '#areas/finance/ledger-settings/sync/sync.subscriber'
import { paymentGatewayReports } from '#areas/finance/payment-gateway-reports/payment-gateway-reports.routes'
import { paymentGateways } from '#areas/finance/payment-gateways/payment-gateways.routes'
import { attemptTasks } from '#areas/finance/payment-processor/attempts/attempts.job'
import { connectionSecrets } from '#areas/finance/payment-processor/connections/connections.queries'
import { processorEventFigures } from '#areas/finance/payment-processor/events/events.figures'
import { processorTasks } from '#areas/finance/payment-processor/events/events.job'
import { processorEventRetention } from '#areas/finance/payment-processor/events/retention.job'
import { paymentProcessor } from '#areas/finance/payment-processor/payment-processor.routes'
import { processorTools } from '#areas/finance/payment-processor/processor-tools.routes'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { reportTasks } from '#areas/finance/payment-processor/reports/reports.job'
import { paymentSubtypes } from '#areas/finance/payment-subtypes/payment-subtypes.routes'
import { seedPaymentSubtypes } from '#areas/finance/payment-subtypes/payment-subtypes.seeds'
import { applicationPermissions } from '#areas/integration/application-permissions/application-permissions.routes'
import { channelKeys } from '#areas/integration/connections/channel/channel.model'
import type { ChannelJobTools } from '#areas/integration/connections/channel/channel-tools.job'
import { connectionFigures } from '#areas/integration/connections/connections.figures'
import {
  connectionDays,
  connectionRounds,
  connectionTasks,
  copyTasks,
} from '#areas/integration/connections/connections.job'
import { connections } from '#areas/integration/connections/connections.routes'
import { contactChanges } from '#areas/integration/connections/outgoing/changes.subscriber'
import { readAttachments } from '#areas/integration/files/attached-files.queries'
import { fileFigures } from '#areas/integration/files/files.figures'
import { DELETE_FILES, deleteFiles, fileCleanup } from '#areas/integration/files/files.job'
import { files } from '#areas/integration/files/files.routes'
import { logs } from '#areas/integration/logs/logs.routes'
import { logFigures } from '#areas/integration/logs/months/months.figures'
import { logMonths, logTasks } from '#areas/integration/logs/months/months.job'
import { tenantSettings } from '#areas/integration/tenant-settings/tenant-settings.routes'
import { deliveryFigures } from '#areas/integration/webhooks/deliveries/deliveries.figures'
import { type SenderTools, webhookSender } from '#areas/integration/webhooks/deliveries/deliveries.job'
import { webhookRetention } from '#areas/integration/webhooks/deliveries/retention.job'
import { webhookEventsSubscriber } from '#areas/integration/webhooks/fan-out/fan-out.subscriber'
import { PREPARE_DELIVERIES, prepareDeliveries } from '#areas/integration/webhooks/fan-out/preparation.job'
import { webhookSecrets } from '#areas/integration/webhooks/secrets/secrets.model'
import { webhooks } from '#areas/integration/webhooks/webhooks.routes'
import { ASSIGN_POSTAL_CODES, assignPostalCodes } from '#areas/people/chapters/assignments/assignments.job'
import { chapters } from '#areas/people/chapters/chapters.routes'
import { CHAPTER_LISTS, updateChapterLists } from '#areas/people/chapters/members/lists.job'
import { contactRelationshipTypes } from '#areas/people/contact-relationship-types/contact-relationship-types.routes'
import { recordMail } from '#areas/people/contacts/communications/mail-records.service'
import { contacts } from '#areas/people/contacts/contacts.routes'
import { seedContacts } from '#areas/people/contacts/contacts.seeds'
import { markContactsChanged } from '#areas/people/contacts/records/changed-contacts.job'
import { CONTACTS_CHANGED } from '#areas/people/contacts/records/changed-contacts.service'
import { applyDefaultStatus } from '#areas/people/contacts/records/default-status.job'
import { DEFAULT_STATUS_CHANGED } from '#areas/people/contacts/records/follow-tenant-settings.service'
import { roleDays } from '#areas/people/contacts/records/role-days.job'
import { customFields } from '#areas/people/custom-fields/custom-fields.routes'
import { seedEditionFields } from '#areas/people/custom-fields/edition/edition.seeds'
import { directories } from '#areas/people/directories/directories.routes'
import { groups } from '#areas/people/groups/groups.routes'
import { memberLogins } from '#areas/people/member-logins/member-logins.routes'
import { grantToLevel } from '#areas/people/memberships/benefits/level-grants.job'
import { LEVEL_GRANTS } from '#areas/people/memberships/benefits/level-grants.service'
import { memberships } from '#areas/people/memberships/memberships.routes'
import { membershipDays } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { findSignatureHtml } from '#areas/people/signatures/signatures.queries'
import { signatures } from '#areas/people/signatures/signatures.routes'
import { calendarFeeds } from '#areas/work/calendars/calendars.model'
import { calendars } from '#areas/work/calendars/calendars.routes'
import { help } from '#areas/work/help/help.routes'
import { mail } from '#areas/work/mail/mail.routes'
import { seedMailTemplates } from '#areas/work/mail/templates/templates.seeds'
import { taskReminders } from '#areas/work/tasks/reminders/reminders.job'
import { tasks as taskArea } from '#areas/work/tasks/tasks.routes'
import { seedTaskTypes } from '#areas/work/tasks/types/task-types.seeds'
import { RUN_WORKFLOW, runWorkflow, workflowRounds, workflowTicks } from '#areas/work/workflows/engine/engine.job'
import { workflowSources } from '#areas/work/workflows/engine/sources.subscriber'
import { workflows } from '#areas/work/workflows/workflows.routes'
import { seedRoles } from '#kernel/auth/roles'
import type { Config } from '#kernel/config/settings'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { Files } from '#kernel/files/open-files'
import type { CronTask } from '#kernel/jobs/cron'
import type { Task } from '#kernel/jobs/task'
import { NEW_DAY, type NewDayWork, newDays, newDayTask } from '#kernel/jobs/tenant-days'
import type { Loop } from '#kernel/jobs/worker'
import type { MailExtensions } from '#kernel/mail/sending/send-mail'
import type { Figure } from '#kernel/metrics/figure'
import type { Subscriber } from '#kernel/outbox/subscriber'
import type { TenantSeed } from '#kernel/tenancy/provision'

/** Every area, grouped by wing. */
export const areas: FastifyPluginAsync[] = [
  // people
  contacts,
  contactRelationshipTypes,
  groups,
  memberships,
  memberLogins,
  signatures,
  chapters,
  directories,
  customFields,
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
  logs,
  files,
  tenantSettings,
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
export const subscribers: Subscriber[] = [workflowSources, webhookEventsSubscriber, ledgerSync, contactChanges]

/** The work of each tenant after midnight in its time zone. */
export const newDayWorks: NewDayWork[] = [
  roleDays,
  membershipDays,
  sponsorDays,
  benefitDays,
  paymentPlanDays,
  cartDays,
  voucherDays,
  noShowDays,
  certificateDays,
  taskReminders,
  workflowRounds,
  oldPrintouts,
  connectionDays,
]

/** The tasks of jobs that areas enqueue, by name. */
export const tasks: Record<string, Task> = {
  [ASSIGN_POSTAL_CODES]: assignPostalCodes,
  [CHAPTER_LISTS]: updateChapterLists,
  [PREPARE_DELIVERIES]: prepareDeliveries,
  [RUN_WORKFLOW]: runWorkflow,
  [LEVEL_GRANTS]: grantToLevel,
  [MASS_BENEFITS]: performMassOperation,
  ...logTasks,
  ...buyingTasks,
  ...registrationTasks,
  ...eventRegistrationTasks,
  ...waitingListTasks,
  ...copyTasks,
  [CONTACTS_CHANGED]: markContactsChanged,
  [DEFAULT_STATUS_CHANGED]: applyDefaultStatus,
  [NEW_DAY]: newDayTask(newDayWorks),
  // Jobs from before the rename.
  custom_field_values_gone: markContactsChanged,
}

/** The tasks of jobs that send links to this server. @param origin of this server for recipients. */
export const linkTasks = (origin: string): Record<string, Task> => ({
  ...registrationLinkTasks(origin),
  ...invitationTasks(origin),
})

/** The tasks of jobs that need the store of files. */
export const fileTasks = ({ store }: Pick<Files, 'store'>): Record<string, Task> => ({
  [DELETE_FILES]: deleteFiles(store),
})

/** Records sent mail with its contact, and reads the signatures and attachments of mails. */
export const mailExtensions = ({ store }: Pick<Files, 'store'>): MailExtensions => ({
  record: recordMail,
  findSignature: findSignatureHtml,
  readAttachments: readAttachments(store),
})

/** The areas' work that is driven by time. */
export const cronTasks: CronTask[] = [
  newDays(newDayWorks),
  workflowTicks,
  fileCleanup,
  usedCaptchaCleanup,
  connectionRounds,
  logMonths,
]

/** The areas' deletion of old records, after the days that the operator has set. */
export const areaRetention = ({
  webhookRetentionDays,
  eventRetentionDays,
  ledgerLogRetentionDays,
}: Pick<Config, 'webhookRetentionDays' | 'eventRetentionDays' | 'ledgerLogRetentionDays'>): CronTask[] => [
  webhookRetention(webhookRetentionDays),
  processorEventRetention(eventRetentionDays),
  ledgerLogRetention(ledgerLogRetentionDays),
]

/** The tasks of jobs that wait for outside servers. */
export const waitingTasks = (
  tools: ProcessorTools & LedgerTools & ChannelJobTools & { files: Files },
): Record<string, Task> => ({
  ...processorTasks(tools),
  ...attemptTasks(tools),
  ...collectionTasks(tools),
  ...reportTasks(tools),
  ...ledgerTasks(tools),
  ...orderTasks(tools),
  ...eventOrderTasks(tools),
  ...certificateTasks(tools),
  ...connectionTasks(tools),
})

/** The areas' work that runs alongside the jobs. */
export const loops = (tools: SenderTools): Loop[] => [webhookSender(tools)]

/** The areas' columns of sealed secrets, which are encrypted again after a change of the installation's secret. */
export const sealedColumns: readonly SealedColumn[] = [
  webhookSecrets,
  calendarFeeds,
  ...connectionSecrets,
  ...ledgerTokens,
  ...channelKeys,
]

/** The areas' metrics. */
export const figures: readonly Figure[] = [
  ...deliveryFigures,
  ...processorEventFigures,
  ...ledgerSyncFigures,
  ...fileFigures,
  ...connectionFigures,
  ...logFigures,
]

import { benefitDays } from '#areas/commerce/benefit-ledger/grants/grants.job'
import { performMassOperation } from '#areas/commerce/benefit-ledger/mass/mass.job'
import { MASS_BENEFITS } from '#areas/commerce/benefit-ledger/mass/mass.service'
import { buyingTasks, orderTasks } from '#areas/commerce/buying/buying.job'
import { cartDays } from '#areas/commerce/buying/carts/old-carts.job'
import { voucherDays } from '#areas/commerce/buying/vouchers/voucher-liability.job'
import { collectionTasks, paymentPlanDays } from '#areas/commerce/payment-plans/collections/collections.job'
import { sponsorDays } from '#areas/commerce/sponsorships/sponsors/sponsors.job'
import { usedCaptchaCleanup } from '#areas/events/captcha/used-captchas.job'
import { certificateDays, certificateTasks } from '#areas/events/certificates/certificates.job'
import { invitationTasks } from '#areas/events/invitations/invitations.job'
import { registrationLinkTasks } from '#areas/events/public-registration/links/links.job'
import { eventOrderTasks, registrationTasks } from '#areas/events/public-registration/registration.job'
import { noShowDays } from '#areas/events/registrations/check-in/no-shows.job'
import { eventRegistrationTasks } from '#areas/events/registrations/registrations.job'
import { waitingListTasks } from '#areas/events/waiting-list/waiting-list.job'
import { oldPrintouts } from '#areas/finance/documents/printouts/printouts.job'
import type { LedgerTools } from '#areas/finance/ledger-settings/ledger-settings.model'
import { ledgerLogRetention } from '#areas/finance/ledger-settings/sync/retention.job'
import { ledgerTasks } from '#areas/finance/ledger-settings/sync/sync.job'
import { attemptTasks } from '#areas/finance/payment-processor/attempts/attempts.job'
import { processorTasks } from '#areas/finance/payment-processor/events/events.job'
import { processorEventRetention } from '#areas/finance/payment-processor/events/retention.job'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { reportTasks } from '#areas/finance/payment-processor/reports/reports.job'
import {
  associationDays,
  associationRetention,
  changeTasks,
} from '#areas/integration/association-sync/changes/changes.job'
import { parentTasks } from '#areas/integration/association-sync/parents/parents.job'
import type { ChannelJobTools } from '#areas/integration/connections/channel/channel-tools.job'
import {
  connectionDays,
  connectionRounds,
  connectionTasks,
  copyTasks,
} from '#areas/integration/connections/connections.job'
import { DELETE_FILES, deleteFiles, fileCleanup } from '#areas/integration/files/files.job'
import { logDays, logMonths, logTasks } from '#areas/integration/logs/months/months.job'
import { registryRetention, registryTasks, registryTimes } from '#areas/integration/national-registry/queue/queue.job'
import type { RegistryTools } from '#areas/integration/national-registry/registry-keys.queries'
import { nativeDays, nativeRetention, nativeTasks } from '#areas/integration/native-integrations/executions/runs.job'
import type { NativeTools } from '#areas/integration/native-integrations/native-app.port'
import { oldTenantExports, tenantExportTasks } from '#areas/integration/tenant-exports/tenant-exports.job'
import { type SenderTools, webhookSender } from '#areas/integration/webhooks/deliveries/deliveries.job'
import { webhookRetention } from '#areas/integration/webhooks/deliveries/retention.job'
import { PREPARE_DELIVERIES, prepareDeliveries } from '#areas/integration/webhooks/fan-out/preparation.job'
import { ASSIGN_POSTAL_CODES, assignPostalCodes } from '#areas/people/chapters/assignments/assignments.job'
import { CHAPTER_LISTS, updateChapterLists } from '#areas/people/chapters/members/lists.job'
import { markContactsChanged } from '#areas/people/contacts/records/changed-contacts.job'
import { CONTACTS_CHANGED } from '#areas/people/contacts/records/changed-contacts.service'
import { applyDefaultStatus } from '#areas/people/contacts/records/default-status.job'
import { DEFAULT_STATUS_CHANGED } from '#areas/people/contacts/records/follow-tenant-settings.service'
import { roleDays } from '#areas/people/contacts/records/role-days.job'
import { TAKE_IN_PERSON, takeInPerson } from '#areas/people/contacts/unmatched/paid-people.job'
import { importTasks, oldImports } from '#areas/people/imports/imports.job'
import { grantToLevel } from '#areas/people/memberships/benefits/level-grants.job'
import { LEVEL_GRANTS } from '#areas/people/memberships/benefits/level-grants.service'
import { membershipDays } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { taskReminders } from '#areas/work/tasks/reminders/reminders.job'
import { RUN_WORKFLOW, runWorkflow, workflowRounds, workflowTicks } from '#areas/work/workflows/engine/engine.job'
import type { Config } from '#kernel/config/settings'
import type { CronTask } from '#kernel/jobs/cron'
import type { Task } from '#kernel/jobs/task'
import { NEW_DAY, type NewDayWork, newDays, newDayTask } from '#kernel/jobs/tenant-days'
import type { Loop } from '#kernel/jobs/worker'
import type { Files } from '#services/files/open-files'

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
  oldTenantExports,
  oldImports,
  nativeDays,
  connectionDays,
  associationDays,
  logDays,
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
  ...changeTasks,
  ...copyTasks,
  ...parentTasks,
  [CONTACTS_CHANGED]: markContactsChanged,
  [DEFAULT_STATUS_CHANGED]: applyDefaultStatus,
  [TAKE_IN_PERSON]: takeInPerson,
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

/** The areas' work that is driven by time. */
export const cronTasks: CronTask[] = [
  newDays(),
  workflowTicks,
  fileCleanup,
  usedCaptchaCleanup,
  logMonths,
  registryTimes,
  connectionRounds,
]

/** The areas' deletion of old records, after the days that the operator has set. */
export const areaRetention = ({
  webhookRetentionDays,
  eventRetentionDays,
  ledgerLogRetentionDays,
  integrationRetentionDays,
}: Pick<
  Config,
  'webhookRetentionDays' | 'eventRetentionDays' | 'ledgerLogRetentionDays' | 'integrationRetentionDays'
>): CronTask[] => [
  webhookRetention(webhookRetentionDays),
  processorEventRetention(eventRetentionDays),
  ledgerLogRetention(ledgerLogRetentionDays),
  nativeRetention(integrationRetentionDays),
  associationRetention,
  registryRetention,
]

/** The tasks of jobs that wait for outside servers. */
export const waitingTasks = (
  tools: ProcessorTools & LedgerTools & NativeTools & RegistryTools & ChannelJobTools & { files: Files },
): Record<string, Task> => ({
  ...processorTasks(tools),
  ...attemptTasks(tools),
  ...collectionTasks(tools),
  ...reportTasks(tools),
  ...ledgerTasks(tools),
  ...registryTasks(tools),
  ...orderTasks(tools),
  ...eventOrderTasks(tools),
  ...certificateTasks(tools),
  ...tenantExportTasks(tools),
  ...importTasks(tools),
  ...nativeTasks(tools),
  ...connectionTasks(tools),
})

/** The areas' work that runs alongside the jobs. */
export const loops = (tools: SenderTools): Loop[] => [webhookSender(tools)]

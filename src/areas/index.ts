import type { FastifyPluginAsync } from 'fastify'
import { seedRoles } from '../kernel/auth/roles.ts'
import type { Config } from '../kernel/config/settings.ts'
import type { CronTask } from '../kernel/jobs/cron.ts'
import type { Task } from '../kernel/jobs/task.ts'
import type { Loop } from '../kernel/jobs/worker.ts'
import type { Figure } from '../kernel/metrics/figure.ts'
import type { Subscriber } from '../kernel/outbox/subscriber.ts'
import type { TenantSeed } from '../kernel/tenancy/provision.ts'
import { paymentGateways } from './finance/payment-gateways/payment-gateways.routes.ts'
import { applicationPermissions } from './integration/application-permissions/application-permissions.routes.ts'
import { webhookAttempts } from './integration/webhooks/attempts/attempts.routes.ts'
import {
  PREPARE_DELIVERIES,
  prepareDeliveries,
  webhookEventsSubscriber,
} from './integration/webhooks/events/fan-out.service.ts'
import { type SenderTools, webhookSender } from './integration/webhooks/sending/sender.ts'
import { waitingFigures } from './integration/webhooks/sending/waiting.figures.ts'
import { webhookRetention } from './integration/webhooks/webhook-retention.ts'
import { webhooks } from './integration/webhooks/webhooks.routes.ts'
import { ASSIGN_POSTAL_CODES, assignPostalCodes } from './people/chapters/assignment/assign-postal-codes.service.ts'
import { chapters } from './people/chapters/chapters.routes.ts'
import { CHAPTER_LISTS, chapterLists } from './people/chapters/members/chapter-lists.service.ts'
import { contactRelationshipTypes } from './people/contact-relationship-types/contact-relationship-types.routes.ts'
import { contacts } from './people/contacts/contacts.routes.ts'
import { contactDetails } from './people/contacts/details/details.routes.ts'
import { contactDuplicates } from './people/contacts/duplicates/duplicates.routes.ts'
import { contactMerging } from './people/contacts/merging/merging.routes.ts'
import { seedContacts } from './people/contacts/saving/contact-seeds.ts'
import { roleDays } from './people/contacts/saving/role-days.service.ts'
import { contactSaving } from './people/contacts/saving/saving.routes.ts'
import { customFields } from './people/custom-fields/custom-fields.routes.ts'
import { SHOW_CONTACTS_ANEW, showContactsAnew } from './people/custom-fields/delete-field.service.ts'
import { editionCustomFields } from './people/custom-fields/edition/edition.routes.ts'
import { seedEditionFields } from './people/custom-fields/edition/edition-seeds.ts'
import { customFieldGroups } from './people/custom-fields/groups/field-groups.routes.ts'
import { customFieldPlaces } from './people/custom-fields/places/places.routes.ts'
import { directories } from './people/directories/directories.routes.ts'
import { groups } from './people/groups/groups.routes.ts'
import { memberships } from './people/memberships/memberships.routes.ts'
import { membershipNightly } from './people/memberships/nightly/nightly.routes.ts'
import { membershipNights } from './people/memberships/nightly/nightly.service.ts'
import { membershipTypes } from './people/memberships/types/membership-types.routes.ts'
import { signatures } from './people/signatures/signatures.routes.ts'
import { calendars } from './work/calendars/calendars.routes.ts'
import { calendarFeed } from './work/calendars/feed/feed.routes.ts'
import { calendarItems } from './work/calendars/items/items.routes.ts'
import { help } from './work/help/help.routes.ts'
import { mail } from './work/mail/mail.routes.ts'
import { seedMailTemplates } from './work/mail/templates/template-seeds.ts'
import { taskReminders } from './work/tasks/reminders/task-reminders.service.ts'
import { tasks as taskArea } from './work/tasks/tasks.routes.ts'
import { seedTaskTypes } from './work/tasks/types/task-type-seeds.ts'
import { workflows } from './work/workflows/definition/workflows.routes.ts'
import { runWorkflow, workflowRounds, workflowTicks } from './work/workflows/engine/run-workflow.service.ts'
import { workflowSources } from './work/workflows/engine/source-changes.subscriber.ts'
import { RUN_WORKFLOW } from './work/workflows/engine/wake.ts'
import { workflowMetrics } from './work/workflows/metrics/metrics.routes.ts'
import { workflowContacts } from './work/workflows/runs/runs.routes.ts'
import { workflowSteps } from './work/workflows/steps/steps.routes.ts'

/** Every area, grouped by wing: the table of contents of the product. */
export const areas: FastifyPluginAsync[] = [
  // people
  contacts,
  contactSaving,
  contactDuplicates,
  contactMerging,
  contactDetails,
  contactRelationshipTypes,
  groups,
  memberships,
  membershipNightly,
  membershipTypes,
  signatures,
  chapters,
  directories,
  customFields,
  customFieldGroups,
  customFieldPlaces,
  editionCustomFields,
  // work
  calendars,
  calendarItems,
  calendarFeed,
  help,
  mail,
  workflows,
  workflowSteps,
  workflowMetrics,
  workflowContacts,
  taskArea,
  // finance
  paymentGateways,
  // integration
  applicationPermissions,
  webhooks,
  webhookAttempts,
]

/** What each area puts into a new tenant. */
export const tenantSeeds: TenantSeed[] = [seedRoles, seedContacts, seedMailTemplates, seedEditionFields, seedTaskTypes]

/** Who reacts to events. */
export const subscribers: Subscriber[] = [workflowSources, webhookEventsSubscriber]

/** The jobs that areas ask for, by name. */
export const tasks: Record<string, Task> = {
  [ASSIGN_POSTAL_CODES]: assignPostalCodes,
  [CHAPTER_LISTS]: chapterLists,
  [PREPARE_DELIVERIES]: prepareDeliveries,
  [RUN_WORKFLOW]: runWorkflow,
  [SHOW_CONTACTS_ANEW]: showContactsAnew,
}

/** The areas' work driven by time. */
export const cronTasks: CronTask[] = [roleDays, membershipNights, taskReminders, workflowTicks, workflowRounds]

/** What areas forget after the days that the operator has set. */
export const areaRetention = ({ webhookRetentionDays }: Pick<Config, 'webhookRetentionDays'>): CronTask[] => [
  webhookRetention(webhookRetentionDays),
]

/** The areas' work that goes on beside the jobs. */
export const loops = (tools: SenderTools): Loop[] => [webhookSender(tools)]

/** What areas show in the metrics. */
export const figures: readonly Figure[] = waitingFigures

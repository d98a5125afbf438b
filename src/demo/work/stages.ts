import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import type { FeedSecrets } from '#services/auth/feed-secrets'
import { loadSites } from './advertising.ts'
import { loadAssociation } from './association.ts'
import { loadBenefits } from './benefits.ts'
import { loadBooks } from './books.ts'
import { loadCalendars } from './calendars.ts'
import { type Cast, findCast } from './cast.ts'
import { loadCustomFields } from './custom-fields.ts'
import { loadDocuments } from './documents.ts'
import { loadEventSponsors } from './event-sponsors.ts'
import { type DemoEvents, loadEvents } from './events.ts'
import { loadExchanges } from './exchanges.ts'
import { type DemoSources, loadGroups } from './groups.ts'
import { loadIntegrations } from './integrations.ts'
import { loadLedger } from './ledger.ts'
import { loadLogEvents } from './log-events.ts'
import { loadOrders } from './orders.ts'
import { loadPaymentPlans } from './payment-plans.ts'
import { loadPayments } from './payments.ts'
import { loadProject } from './project.ts'
import { loadRegistrations } from './registrations.ts'
import { loadSignatures } from './signatures.ts'
import { loadSponsors } from './sponsors.ts'
import { loadStore } from './store.ts'
import { loadStrangers } from './strangers.ts'
import { type DemoTaskTypes, loadTaskTypes } from './task-types.ts'
import { loadTasks } from './tasks.ts'
import { loadTraining } from './training.ts'
import { loadWebhooks } from './webhooks.ts'
import { loadWorkflows } from './workflows.ts'

/** What stages find or create for later ones. It is stored as JSON with the mark, for a load that continues. */
export interface Made {
  cast: Cast
  types: DemoTaskTypes
  groups: DemoSources
  ticketsId: number
  events: DemoEvents
  /** Ids of people that are no contacts yet, and buy in the store. */
  buyers: number[]
}

/** What a stage gets. */
export interface StageContext {
  scope: Scope
  /** Today in the time zone of the tenant. */
  today: Day
  /** What makes the address of a published calendar. */
  secrets: FeedSecrets
  processorTools: ProcessorTools
  /** Whether mail leaves this installation: then no workflow of the demonstration runs. */
  isMailSent: boolean
  /** Returns what an earlier stage has made. */
  get<Name extends keyof Made>(name: Name): Made[Name]
  /** Stores what this stage has made. */
  put(made: Partial<Made>): void
}

/** A part of the work that is loaded in one transaction. Its name is stored: do not rename it. */
export interface Stage {
  name: string
  load(context: StageContext): Promise<void>
}

const sourcesOf = ({ get, today }: StageContext) => ({ cast: get('cast'), types: get('types'), today })

/** In the order in which they are loaded: a stage uses the records of those before it. */
export const stages: readonly Stage[] = [
  { name: 'cast', load: async ({ scope, today, put }) => put({ cast: await findCast(scope, today) }) },
  { name: 'task-types', load: async ({ scope, put }) => put({ types: await loadTaskTypes(scope) }) },
  { name: 'tasks', load: (context) => loadTasks(context.scope, sourcesOf(context)) },
  { name: 'project', load: (context) => loadProject(context.scope, sourcesOf(context)) },
  { name: 'calendars', load: ({ scope, secrets, today }) => loadCalendars(scope, secrets, today) },
  { name: 'groups', load: async ({ scope, get, put }) => put({ groups: await loadGroups(scope, get('cast')) }) },
  { name: 'custom-fields', load: ({ scope }) => loadCustomFields(scope) },
  { name: 'books', load: ({ scope, today }) => loadBooks(scope, today) },
  { name: 'payments', load: ({ scope, processorTools, get }) => loadPayments(scope, processorTools, get('cast')) },
  { name: 'ledger', load: ({ scope }) => loadLedger(scope) },
  { name: 'documents', load: ({ scope, today }) => loadDocuments(scope, today) },
  { name: 'benefits', load: async ({ scope, put }) => put({ ticketsId: await loadBenefits(scope) }) },
  { name: 'sites', load: ({ scope }) => loadSites(scope) },
  { name: 'sponsors', load: ({ scope, today }) => loadSponsors(scope, today) },
  {
    name: 'events',
    load: async ({ scope, today, isMailSent, get, put }) => {
      const invited = [...get('cast').newcomers, ...get('cast').renewing]
      put({ events: await loadEvents(scope, { today, ticketsId: get('ticketsId'), invited, isMailSent }) })
    },
  },
  { name: 'registrations', load: ({ scope, get }) => loadRegistrations(scope, get('events'), get('cast')) },
  { name: 'training', load: ({ scope, today, get }) => loadTraining(scope, get('cast'), today) },
  { name: 'event-sponsors', load: ({ scope, get }) => loadEventSponsors(scope, get('events')) },
  {
    name: 'payment-plans',
    load: ({ scope, processorTools: tools, isMailSent }) => loadPaymentPlans(scope, { tools, isMailSent }),
  },
  { name: 'store', load: ({ scope, today }) => loadStore(scope, today) },
  {
    name: 'strangers',
    load: async ({ scope, get, put }) => put({ buyers: await loadStrangers(scope, get('events'), get('cast')) }),
  },
  {
    name: 'orders',
    load: ({ scope, processorTools, get }) => loadOrders(scope, processorTools, get('cast'), get('buyers')),
  },
  { name: 'integrations', load: ({ scope, secrets, isMailSent }) => loadIntegrations(scope, secrets, isMailSent) },
  { name: 'log-events', load: ({ scope, get }) => loadLogEvents(scope, get('cast')) },
  { name: 'association', load: ({ scope }) => loadAssociation(scope) },
  { name: 'exchanges', load: ({ scope, processorTools }) => loadExchanges(scope, processorTools.sealer) },
  { name: 'webhooks', load: ({ scope, processorTools }) => loadWebhooks(scope, processorTools.sealer) },
  { name: 'signatures', load: ({ scope, get }) => loadSignatures(scope, get('cast')) },
  {
    name: 'workflows',
    load: (context) =>
      loadWorkflows(context.scope, {
        ...sourcesOf(context),
        groups: context.get('groups'),
        isActive: !context.isMailSent,
      }),
  },
]

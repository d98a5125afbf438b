import { chargeEvents } from '#areas/finance/payment-processor/charges/charges.events'
import { reportEvents } from '#areas/finance/payment-processor/reports/reports.events'
import { tenantExportEvents } from '#areas/integration/tenant-exports/tenant-exports.events'
import { webhookEvents } from '#areas/integration/webhooks/webhooks.events'
import { membershipEvents } from '#areas/people/memberships/memberships.events'
import { workflowEvents } from '#areas/work/workflows/workflows.events'
import type { OutboxEvent } from '#prisma/client'
import { suppressionEvents } from '#services/mail/suppression.events'
import { sentence } from './failure-kinds.model.ts'
import type { Failure } from './failures.service.ts'

type Payload = Readonly<Record<string, unknown>>
type Describe = (id: number, payload: Payload) => Failure

/** The event of a failure, as it describes it. */
export type FailureEvent = Pick<OutboxEvent, 'kind' | 'entityId' | 'payload'>

/** The events that always report a failure. */
const ALWAYS = new Map<string, Describe>(
  Object.entries<Describe>({
    [webhookEvents.paused]: (id, { reason }) => ({
      kind: 'webhookPaused',
      key: id,
      what: `The webhook ${id} was paused because its receiver ${reason === 'gone' ? 'responded with 410 Gone' : 'has failed for 5 days'}.`,
    }),
    [workflowEvents.paused]: (id, { name, stepId, reason }) => ({
      kind: 'workflowPaused',
      key: id,
      details: { WorkflowStepId: stepId },
      what: `The workflow ${id} (${String(name)}) was switched off. ${sentence(reason)}`,
    }),
    [workflowEvents.failed]: (id, { contactId, stepId, reason }) => ({
      kind: 'stepFailed',
      key: id,
      details: { ContactId: contactId, WorkflowStepId: stepId },
      what: `The step ${String(stepId)} of the workflow ${id} failed for the contact ${String(contactId)}. ${sentence(reason)}`,
    }),
    [membershipEvents.paymentFailed]: (id, { partNumber, attempt, invoiceId, nextAttemptDate, problem }) => ({
      kind: 'collectionFailed',
      key: id,
      details: { InvoiceId: invoiceId, NextAttemptDate: nextAttemptDate },
      what: `Part ${String(partNumber)} of the membership ${id} was not collected in attempt ${String(attempt)}. ${sentence(problem)}`,
    }),
    [reportEvents.failed]: (id, { JobType, Message }) => ({
      kind: 'reportFailed',
      key: id,
      what: `The report ${id} (${String(JobType)}) was not made. ${sentence(Message)}`,
    }),
  }),
)

/** The events that report a failure if their payload has one of FAILED_VALUES. */
const SOMETIMES = new Map<string, Describe>(
  Object.entries<Describe>({
    [suppressionEvents.created]: (id, { reason }) => ({
      kind: 'addressSuppressed',
      key: id,
      what:
        reason === 'bounced'
          ? `Mail to the address of the suppression ${id} bounced, so it receives no more.`
          : `The recipient at the address of the suppression ${id} complained about mail, so it receives no more.`,
    }),
    [tenantExportEvents.updated]: (id) => ({
      kind: 'exportFailed',
      key: id,
      what: `The export ${id} was not completed.`,
    }),
    ...Object.fromEntries(
      [chargeEvents.created, chargeEvents.updated].map((kind) => [
        kind,
        (id: number, { ChargeId, Amount }: Payload): Failure => ({
          kind: 'chargeFailed',
          key: id,
          details: { ChargeId },
          what: `The charge ${id} of ${String(Amount)} failed.`,
        }),
      ]),
    ),
  }),
)

/** The kinds of events whose payload decides whether they report a failure. */
export const CONDITIONAL_KINDS: ReadonlySet<string> = new Set(SOMETIMES.keys())

/** The values of Status or reason, in payloads of these kinds, that report a failure. */
export const FAILED_VALUES = ['failed', 'Failed', 'bounced', 'complained'] as const

/** The kinds of events that report failures. */
export const FAILURE_EVENT_KINDS: readonly string[] = [...ALWAYS.keys(), ...CONDITIONAL_KINDS]

/** Describes the failure that an event reports; undefined for another kind. */
export const failureOf = ({ kind, entityId, payload }: FailureEvent): Failure | undefined =>
  (ALWAYS.get(kind) ?? SOMETIMES.get(kind))?.(entityId, { ...(payload as Payload) })

/** The rows of a table `r` whose work was not complete when the archive was made. $1 is the tenant. */
export interface OpenRows {
  /** The column that says so, with its table. */
  column: string
  /** A condition of the rows. */
  open: string
}

/** Work that the import ends, because another installation can have done it: repeating it could act twice. */
export interface EndedWork extends OpenRows {
  /** The new values, by their columns. */
  set: Readonly<Record<string, string>>
  /** What the tenant has to do, for a list with the names; absent if there is nothing to do. */
  what?: string
  /** The name of a row in the list. */
  name?: string
}

const IMPORTED = 'The tenant was imported before'
const text = (sentence: string): string => `'${sentence.replaceAll("'", "''")}'`
const ofEvent = (table: string): string =>
  `(SELECT e.name FROM event e WHERE e.tenant_id = $1 AND e.id = ${table}.event_id)`

/** The statuses Pending refund and Cancelled of registrations. */
const PENDING_REFUND = 7
const CANCELLED = 9

/** Returns the condition of a refund of an event whose money a charge returns. */
const returnsMoney = (refund: string): string => `NOT ${refund}.is_settled AND EXISTS (SELECT FROM event_order o
  WHERE o.tenant_id = ${refund}.tenant_id AND o.id = ${refund}.order_id AND o.charge_id IS NOT NULL)`

/** In this order: rows of the first statements are found by the state of later ones. */
export const ENDED_WORK: readonly EndedWork[] = [
  {
    column: 'processor_charge.status',
    open: `r.status = 'requested'`,
    set: {
      status: `'failed'`,
      token: 'NULL',
      failure_message: text(
        `${IMPORTED} the processor had confirmed this payment. Look there whether it was made, and record it.`,
      ),
    },
    what: 'Payments that the processor had not confirmed: look there whether each was made, and record it',
    name: `coalesce(r.description, r.request_key) || ', ' || r.amount`,
  },
  {
    column: 'processor_refund.status',
    open: `r.status = 'requested'`,
    set: {
      status: `'failed'`,
      failure_message: text(`${IMPORTED} the processor had confirmed this refund. Look there whether it was made.`),
    },
    what: 'Refunds that the processor had not confirmed: look there whether each was made; if not, refund again',
    name: `'charge ' || r.charge_id || ', ' || r.amount`,
  },
  {
    column: 'part_collection.status',
    open: `r.status = 'requested'`,
    set: {
      status: `'failed'`,
      next_on: 'NULL',
      // With a charge, nothing is collected again by itself.
      charge_id: `coalesce(r.charge_id,
        (SELECT c.id FROM processor_charge c WHERE c.tenant_id = $1 AND c.request_key = 'plan-part:' || r.id))`,
      problem: text(
        `${IMPORTED} this payment was collected. Look at the processor whether it was made, and record it.`,
      ),
    },
    what:
      'Parts of payment plans that were being collected: look at the processor whether each was paid, and record it ' +
      'before you connect the processor; otherwise a part without a charge is collected again',
    name: `'part ' || r.part_id || ', ' || r.amount`,
  },
  {
    column: 'payment_attempt.state',
    open: `r.state = 'open'`,
    set: { state: `'abandoned'` },
    what: 'Checkouts that were under way: if the processor has authorized a payment, cancel it there, or it expires',
    name: `r.request_key || ', ' || r.amount`,
  },
  {
    column: 'store_purchase.payment_token',
    open: 'r.payment_token IS NOT NULL',
    set: { payment_token: 'NULL' },
    what: 'Bank debits of store orders that were not requested: look at the processor, and record or request each',
    name: `'S-' || r.id || ', ' || r.due_amount`,
  },
  {
    column: 'event_order.payment_token',
    open: `r.payment_token IS NOT NULL AND r.state = 'submitted'`,
    set: { payment_token: 'NULL' },
    what: 'Bank debits of registrations that were not requested: look at the processor, and record or request each',
    name: `'E' || r.event_id || '-' || r.id || ', ' || r.due_amount`,
  },
  {
    column: 'store_refund.is_settled',
    open: 'NOT r.is_settled AND r.charge_amount > 0',
    set: { is_settled: 'true' },
    what: 'Refunds of store orders that were not complete: look at the processor; if the money was not returned, refund the credit',
    name: `'S-' || r.purchase_id || ', ' || r.charge_amount`,
  },
  {
    column: 'event_registration.status_id',
    open: `r.status_id = ${PENDING_REFUND} AND EXISTS (SELECT FROM event_refund f WHERE f.tenant_id = $1
      AND f.id = r.refund_id AND ${returnsMoney('f')})`,
    set: { status_id: String(CANCELLED), audit_id: 'r.audit_id + 1' },
  },
  {
    column: 'event_refund.is_settled',
    open: returnsMoney('r'),
    set: { is_settled: 'true' },
    what: 'Refunds of registrations that were not complete: look at the processor; if the money was not returned, refund the credit',
    name: `'E' || r.event_id || '-' || r.order_id || ', ' || r.total`,
  },
  {
    column: 'event_order.cancellation_fault',
    open: `r.state = 'submitted' AND r.cancelled_at IS NULL AND r.cancellation_fault IS NULL AND EXISTS (SELECT FROM
      event_cancellation k WHERE k.tenant_id = $1 AND k.event_id = r.event_id AND k.finished_at IS NULL)`,
    set: {
      cancellation_fault: text(`${IMPORTED} this order was cancelled. Cancel the event again to cancel it.`),
    },
  },
  {
    column: 'event_cancellation.finished_at',
    open: 'r.finished_at IS NULL',
    set: { finished_at: 'now()' },
    what: 'Cancellations of events that were not complete: cancel each event again to cancel its other orders, and to mail and refund them',
    name: ofEvent('r'),
  },
  {
    column: 'event_invitation_run.status',
    open: `r.status = 'running'`,
    set: { status: `'stopped'`, finished_at: 'now()' },
    what: 'Invitations of events that were being sent: invite the contacts again; those who have an invitation get no other one',
    name: ofEvent('r'),
  },
  {
    column: 'event_invitation.is_mail_due',
    open: 'r.is_mail_due',
    set: { is_mail_due: 'false' },
    what: 'Invitations whose mail was waiting: send each again',
    name: `${ofEvent('r')} || ', contact ' || r.contact_id`,
  },
  {
    column: 'event_certificate.is_mail_due',
    open: 'r.is_mail_due',
    set: { is_mail_due: 'false' },
    what: 'Certificates of attendance whose mail was waiting: print and send each',
    name: `${ofEvent('r')} || ', registration ' || r.registration_id`,
  },
  {
    column: 'processor_report.status',
    open: `r.status IN ('Pending', 'Running')`,
    set: {
      status: `'Failed'`,
      finished_at: 'now()',
      message: text(`${IMPORTED} this report was complete. Request it again.`),
    },
    what: 'Reports of the payment processor that were not complete: request each again',
    name: 'r.file_name',
  },
  {
    column: 'mail_message.status',
    open: `r.status = 'queued'`,
    set: { status: `'failed'`, reason: text(`${IMPORTED} this mail was sent.`) },
    what: 'Mails that were waiting: the former installation may have sent each; send again those that it has not sent',
    name: `r.template_key || ', ' || r.to_address`,
  },
  {
    column: 'native_execution.status',
    open: `r.status IN ('Pending', 'Running')`,
    set: { status: `'Failed'`, message: text(`${IMPORTED} this run.`), ended_at: 'now()', due_at: 'NULL' },
    what: 'Runs of native integrations that were waiting or under way: look at the other side what each has done, and run the integration again',
    name: `(SELECT i.app_id FROM native_integration i WHERE i.tenant_id = $1 AND i.id = r.integration_id)
      || ', ' || r.trigger || coalesce(' ' || r.number, '')`,
  },
  {
    // The run of the next day does what is left.
    column: 'membership_nightly_run.status',
    open: `r.status = 'running'`,
    set: { status: `'failed'`, finished_at: 'now()' },
  },
]

/** Columns with a state whose values stay: why no import has to end or resume them. */
export const STAYING_STATES: Readonly<Record<string, string>> = {
  'association_settings.receive_due_at': 'the registry is asked at its times, when it is enabled again',
  'benefit_grant.state': 'the daily work opens and closes grants by their days',
  'benefit_mass_operation.finished_at': 'follows the status',
  'calendar_item.status': 'a fact that staff set',
  'calendar_submission.state': 'waits for staff',
  'chapter_assignment.finished_at': 'follows the status',
  'contact.status_id': 'derived from memberships and settings, with their days',
  'contact.email_status': 'a fact',
  'contact.manual_status_id': 'a fact that staff set',
  'contact.national_status_id': 'a fact of the sync',
  'contact_certification.status': 'a fact that staff set',
  'contact_email.status': 'a fact',
  'contact_group_member.state': 'a fact that staff set',
  'contact_record.status': 'a fact that staff set',
  'event.status': 'a fact that staff set',
  'event_exhibitor.state': 'follows the cart of its order',
  'event_invitation.state': 'waits for the contact',
  'event_invitation_run.finished_at': 'follows the status',
  'event_order.held_until': 'the time at which the job of the cart is due',
  'event_registration.held_until': 'follows the cart of its order',
  'event_sponsor.status_id': 'waits for staff, or follows the cart of its order',
  'gateway_transaction.status': 'a state of the processor, which a later reading replaces',
  'gateway_transaction.is_posted': 'set in the transaction that stores the movement',
  'import_run.finished_at': 'the same command line continues an import of contacts',
  'ledger_execution.due_at': 'follows the status',
  'ledger_execution.settled_at': 'follows the status',
  'membership.status': 'the nightly run changes it by its days',
  'membership.next_day': 'the nightly run finds it',
  'membership.next_level_id': 'the nightly run changes the level',
  'membership_nightly_run.finished_at': 'follows the status',
  'native_execution.due_at': 'follows the status',
  'native_execution.ended_at': 'follows the status',
  'native_integration.last_ended_at': 'a fact',
  'native_integration.last_status': 'a fact',
  'outbox_receipt.handled_at': 'a fact',
  'part_collection.next_on': 'the daily work finds it',
  'processor_dispute.status': 'a state of the processor, which its events change',
  'processor_payout.status': 'a state of the processor, which its events change',
  'processor_report.finished_at': 'follows the status',
  'registry_event.status': 'the queue is sent each minute, when the registry is enabled again; its requests have ids',
  'registry_event.due_at': 'follows the status',
  'registry_event.settled_at': 'follows the status',
  'sponsor.status_id': 'the daily work changes it by its days',
  'store_cart.held_until': 'the time at which the job of the cart is due',
  'stored_file.state': 'only complete files are exported',
  'tax_region.state': 'a part of an address',
  'tenant.next_day_at': 'the work of new days finds it',
  'webhook_delivery.due_at': 'follows the status',
  'workflow.next_run_at': 'the ticks of workflows find it',
  'workflow_run.state': 'the ticks of workflows continue it',
  'workflow_run.ended_at': 'follows the state',
  'workflow_run.due_at': 'the ticks of workflows find it',
  'workflow_step_run.state': 'a fact of a step that was run',
}

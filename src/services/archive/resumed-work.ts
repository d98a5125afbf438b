import type { OpenRows } from './open-work.ts'

/** Work that the import resumes, because each of its steps has an effect once. */
export interface ResumedWork extends OpenRows {
  /** The job as its area enqueues it. The same key replaces a job that a request adds later. */
  job: { name: string; ids: Readonly<Record<string, string>>; key: string; queue?: string; runAt?: string }
}

/** The status of registrations. */
const ON_WAITING_LIST = 11

const settling = (name: string, order: string) => ({
  name,
  ids: { orderId: order },
  key: `'${name}:' || $1::int || ':' || ${order}`,
  queue: `'${name}:' || $1::int || ':' || ${order}`,
})
const hasAuthorized = `EXISTS (SELECT FROM processor_charge c WHERE c.tenant_id = $1 AND c.id = r.charge_id
  AND c.status = 'authorized')`

export const RESUMED_WORK: readonly ResumedWork[] = [
  {
    column: 'benefit_mass_operation.status',
    open: `r.status = 'running'`,
    job: {
      name: 'mass_benefits',
      ids: { operationId: 'r.id' },
      key: `'mass_benefits:' || r.id`,
      queue: `'mass_benefits:' || $1::int`,
    },
  },
  {
    column: 'chapter_assignment.status',
    open: `r.status = 'running'`,
    job: {
      name: 'assign_postal_codes',
      ids: { assignmentId: 'r.id' },
      key: `'assign_postal_codes:' || r.id`,
      queue: `'assign_postal_codes:' || $1::int`,
    },
  },
  {
    column: 'import_run.status',
    open: `r.status IN ('Queued', 'Running') AND r.file_id IS NOT NULL`,
    job: {
      name: 'run_import',
      ids: { importId: 'r.id' },
      key: `'run_import:' || $1::int || ':' || r.id`,
      queue: `'run_import:' || $1::int`,
    },
  },
  {
    column: 'store_cart.state',
    open: `r.state = 'open'`,
    job: {
      name: 'expire_store_cart',
      ids: { cartId: 'r.id' },
      key: `'expire_store_cart:' || $1::int || ':' || r.id`,
      runAt: 'r.held_until',
    },
  },
  {
    column: 'event_order.state',
    open: `r.state = 'cart'`,
    job: {
      name: 'expire_event_cart',
      ids: { cartId: 'r.id' },
      key: `'expire_event_cart:' || $1::int || ':' || r.id`,
      runAt: 'r.held_until',
    },
  },
  // Captured or canceled once, whichever installation asks the processor first.
  { column: 'store_purchase.charge_id', open: hasAuthorized, job: settling('settle_store_order', 'r.id') },
  {
    column: 'event_order.charge_id',
    open: `r.state = 'submitted' AND ${hasAuthorized}`,
    job: settling('settle_event_order', 'r.id'),
  },
  // What is left returns no money: a credit is applied to an invoice, and seats are released.
  {
    column: 'store_refund.is_settled',
    open: 'NOT r.is_settled',
    job: settling('settle_store_order', 'r.purchase_id'),
  },
  { column: 'event_refund.is_settled', open: 'NOT r.is_settled', job: settling('settle_event_order', 'r.order_id') },
  {
    // Reads the object at the processor again.
    column: 'processor_event.handled_at',
    open: 'r.handled_at IS NULL',
    job: {
      name: 'handle_processor_event',
      ids: { eventId: 'r.id::text' },
      key: `'handle_processor_event:' || $1::int || ':' || r.id`,
      queue: `'processor:' || $1::int || ':' || r.subject_uid`,
    },
  },
  {
    column: 'ledger_execution.status',
    open: `r.status IN ('Pending', 'Running')`,
    job: { name: 'ledger.sync', ids: {}, key: `'ledger:' || $1::int`, queue: `'ledger:' || $1::int` },
  },
  {
    column: 'event_registration.status_id',
    open: `r.status_id = ${ON_WAITING_LIST} AND r.held_until IS NULL`,
    job: {
      name: 'offer_event_seats',
      ids: { eventId: 'r.event_id' },
      key: `'offer_event_seats:' || $1::int || ':' || r.event_id`,
      queue: `'offer_event_seats:' || $1::int || ':' || r.event_id`,
    },
  },
  {
    // A change of the default status may not have derived all contacts.
    column: 'tenant.default_contact_status_id',
    open: 'true',
    job: { name: 'default_contact_status_changed', ids: {}, key: `'default-contact-status'` },
  },
]

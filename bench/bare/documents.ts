import type pg from 'pg'
import { saveInvoice } from '#areas/finance/books/invoices/invoices.service'
import { savePayment } from '#areas/finance/books/payments/payments.service'
import { versionOf } from '#kernel/records/versions'
import type { TenantFacts } from '../data/facts.ts'
import { newInvoice, newPayment } from '../requests.ts'
import type { Recorder } from './recorder.ts'
import { recordSteps, repeat } from './steps.ts'

/** Saves a document and returns it as text. */
export type BareDocumentSave = (body: string) => Promise<string>

/**
 * Prepares the statements that the product sends for a new invoice and a new payment, with history and event. Each request
 * repeats them with the ids of its own contact and document.
 */
export const prepareDocuments = async (
  recorder: Recorder,
  pool: pg.Pool,
  facts: TenantFacts,
): Promise<Map<string, BareDocumentSave>> => {
  const { scope } = recorder
  const create = versionOf(null)
  const invoice = JSON.parse(newInvoice(facts).body ?? '')
  const payment = JSON.parse(newPayment(facts).body ?? '')
  const saves = new Map<string, BareDocumentSave>()
  const prepare = async (path: string, { ContactId }: { ContactId: number }, save: () => Promise<unknown>) => {
    const steps = await recordSteps(save)
    saves.set(path, (body) => repeat(pool, steps, new Map([[String(ContactId), String(JSON.parse(body).ContactId)]])))
  }
  await prepare('/api/finance/invoices/0', invoice, () => saveInvoice(scope, 0, invoice, create))
  await prepare('/api/finance/payments/0', payment, () => savePayment(scope, 0, payment, create))
  return saves
}

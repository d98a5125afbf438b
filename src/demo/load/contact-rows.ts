import { type DerivationFacts, deriveColumns, deriveSearch } from '#areas/people/contacts/records/derivation.model'
import type { DemoContact } from '../generate/world.ts'
import type { Stages } from './stages.ts'

/** Adds a contact with its parts to the stages. Derives the columns of its row as a save does. */
export const stageContact = (stages: Stages, contact: DemoContact, facts: DerivationFacts): void => {
  const { records, createdAt, deletedAt, attachments } = contact
  const derived = deriveColumns(records, facts)
  const tokens = deriveSearch(records, derived, facts.tenantId)
  const { id, auditId, mergedIntoId } = records
  const own = {
    id,
    audit_id: auditId,
    merged_into_id: mergedIntoId,
    created_at: createdAt,
    deleted_at: deletedAt,
    tokens,
  }
  stages.add('contact', own, records.entered, derived)
  for (const address of records.places) if (address.source_contact_id === id) stages.add('address', address)
  for (const email of records.emails) stages.add('contact_email', email)
  for (const phone of records.phones) stages.add('contact_phone', phone)
  for (const website of records.websites) stages.add('contact_website', website)
  for (const address of records.addresses) stages.add('contact_address', address)
  for (const role of records.roles) stages.add('contact_role', role)
  for (const designation of records.designations) stages.add('contact_designation', designation)
  for (const attachment of attachments) stages.add(attachment.table, attachment.row)
  stageHistory(stages, contact)
}

const stageHistory = (stages: Stages, { records, createdAt, deletedAt }: DemoContact): void => {
  const entry = { entity: 'contact', entity_id: records.id, actor: 'system' }
  stages.add('audit_entry', { ...entry, audit_id: 1, action: 'created', at: createdAt })
  if (records.auditId === 1) return
  const action = deletedAt ? 'deleted' : 'merged'
  stages.add('audit_entry', { ...entry, audit_id: records.auditId, action, at: deletedAt ?? new Date() })
}

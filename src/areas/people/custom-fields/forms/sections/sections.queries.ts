import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { FormSection } from '#prisma/client'
import { formSectionEvents } from '../forms.events.ts'
import { sectionList } from './sections.listing.ts'

/** Sections of one form: those of others do not exist for it. */
export const sectionKind = (formId: number): RecordKind<FormSection> => ({
  entity: 'formsection',
  noun: 'section of the form',
  table: 'form_section',
  events: formSectionEvents,
  find: (tx, key) => tx.formSection.findFirst({ where: { ...key, formId } }),
})

/**
 * Returns one section of a form in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readSection = (
  scope: Scope,
  formId: number,
  id: number,
  runner: SqlRunner = scope.db,
): Promise<VersionedRow> => readVersionedRow(runner, scope, sectionList(scope, formId), id, 'section of the form')

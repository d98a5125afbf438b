import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Form, FormSection } from '#prisma/client'
import { formEvents, formSectionEvents } from '../custom-fields.events.ts'
import { formList, sectionList } from './forms.listing.ts'

export const formKind: RecordKind<Form> = {
  entity: 'form',
  table: 'form',
  events: formEvents,
  find: (tx, key) => tx.form.findFirst({ where: key }),
}

/**
 * Returns one form in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readForm = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, formList(scope), id, 'form')

/** @throws 404 if the form does not exist. */
export const requireForm = async (scope: Scope, id: number): Promise<void> => {
  await getRecord(scope, formKind, id)
}

/** Returns the kind of the sections of one form: those of others do not exist for it. */
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
